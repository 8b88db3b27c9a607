import type { ProcessOutput } from "../process.ts";
import { randomBytes } from "node:crypto";
import { chmodSync, closeSync, constants, mkdirSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";

/** Captures a command's output and retains its start and its end, regardless of its length. */
export interface OutputCapture {
  push(chunk: Buffer): void;
  finish(): ProcessOutput;
}

export const captureOutput = (keep: { readonly head: number; readonly tail: number }, spill: SpillFolder | undefined): OutputCapture => {
  const head: Buffer[] = [];
  const tail: Buffer[] = [];
  let headBytes = 0;
  let tailBytes = 0;
  let bytes = 0;
  let lineEnds = 0;
  let lastByte: number | undefined;
  let file: SpillFile | undefined;
  let fileError: string | undefined;

  const writeToFile = (chunk: Buffer) => {
    if (spill === undefined || fileError !== undefined) return;
    try {
      if (file === undefined) {
        file = openSpillFile(spill);
        for (const held of [...head, ...tail]) file.write(held);
      }
      file.write(chunk);
    } catch (error) {
      fileError = (error as Error).message;
    }
  };

  const addToTail = (chunk: Buffer) => {
    tail.push(chunk);
    tailBytes += chunk.length;
    for (let first = tail[0]; first !== undefined && tailBytes - first.length >= keep.tail; first = tail[0]) {
      tail.shift();
      tailBytes -= first.length;
    }
  };

  return {
    push(chunk) {
      bytes += chunk.length;
      for (let at = chunk.indexOf(LINE_END); at >= 0; at = chunk.indexOf(LINE_END, at + 1)) lineEnds += 1;
      lastByte = chunk.at(-1) ?? lastByte;
      if (bytes > keep.head + keep.tail) writeToFile(chunk);
      const fitting = chunk.subarray(0, keep.head - headBytes);
      if (fitting.length > 0) head.push(fitting);
      headBytes += fitting.length;
      if (fitting.length < chunk.length) addToTail(chunk.subarray(fitting.length));
    },
    finish() {
      const saved = file?.close();
      const fileInfo = {
        ...(saved === undefined ? {} : { file: { ...saved, complete: saved.complete && fileError === undefined } }),
        ...(fileError === undefined ? {} : { fileError }),
      };
      if (bytes <= keep.head + keep.tail) {
        return { head: Buffer.concat([...head, ...tail]).toString("utf8"), tail: "", omitted: 0, bytes, ...fileInfo };
      }
      const start = withoutBrokenEnd(Buffer.concat(head));
      const end = withoutBrokenStart(Buffer.concat(tail).subarray(-keep.tail));
      return {
        head: start.toString("utf8"),
        tail: end.toString("utf8"),
        omitted: bytes - start.length - end.length,
        bytes,
        lines: lineEnds + (lastByte === LINE_END ? 0 : 1),
        ...fileInfo,
      };
    },
  };
};

const LINE_END = 0x0a;

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/** Drops the first bytes if they are the end of an incomplete UTF-8 character. */
const withoutBrokenEnd = (bytes: Buffer): Buffer => {
  let start = bytes.length - 1;
  while (start >= bytes.length - 3 && isContinuation(bytes[start])) start--;
  const lead = bytes[start] ?? 0;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  return start + length > bytes.length ? bytes.subarray(0, start) : bytes;
};

const withoutBrokenStart = (bytes: Buffer): Buffer => {
  let start = 0;
  while (start < 3 && isContinuation(bytes[start])) start++;
  return bytes.subarray(start);
};

/** Folder for the whole output of commands whose output is too long to retain. */
export interface SpillFolder {
  /** Created with mode 0700 when needed. */
  readonly folder: string;
  /** Maximum size of one file in bytes. */
  readonly maxBytes: number;
}

/** File with the whole output of one command, up to the limit. Writes are synchronous: they go to the page cache. */
export interface SpillFile {
  write(chunk: Uint8Array): void;
  close(): { readonly path: string; readonly bytes: number; readonly complete: boolean };
}

const NEW_FILE = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | constants.O_NOFOLLOW;

/** Returns true for the name of a file of saved output. */
export const isSavedOutputName = (name: string): boolean => /^[\da-f]{16}\.[a-z\d]{1,8}$/.test(name);

/**
 * Opens a new file for saved output.
 * @param extension letters and digits
 * @throws errors of the file system
 */
export const openSpillFile = ({ folder, maxBytes }: SpillFolder, extension = "txt"): SpillFile => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  const path = join(folder, `${randomBytes(8).toString("hex")}.${extension}`);
  const descriptor = openSync(path, NEW_FILE, 0o600);
  let bytes = 0;
  let complete = true;
  return {
    write(chunk) {
      const fitting = chunk.subarray(0, maxBytes - bytes);
      if (fitting.length < chunk.length) complete = false;
      for (let done = 0; done < fitting.length;) {
        const written = writeSync(descriptor, fitting, done);
        done += written;
        bytes += written;
      }
    },
    close() {
      closeSync(descriptor);
      return { path, bytes, complete };
    },
  };
};
