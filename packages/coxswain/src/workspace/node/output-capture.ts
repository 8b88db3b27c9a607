import type { ProcessOutput } from "../process.ts";
import { openSpillFile, type SpillFile, type SpillFolder } from "./spill-folder.ts";

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
  let file: SpillFile | undefined;
  let fileError: string | undefined;

  const spillOver = (chunk: Buffer) => {
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

  const keepEnd = (chunk: Buffer) => {
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
      if (bytes > keep.head + keep.tail) spillOver(chunk);
      const fitting = chunk.subarray(0, keep.head - headBytes);
      if (fitting.length > 0) head.push(fitting);
      headBytes += fitting.length;
      if (fitting.length < chunk.length) keepEnd(chunk.subarray(fitting.length));
    },
    finish() {
      const kept = file?.close();
      const told = {
        ...(kept === undefined ? {} : { file: { ...kept, complete: kept.complete && fileError === undefined } }),
        ...(fileError === undefined ? {} : { fileError }),
      };
      if (bytes <= keep.head + keep.tail) {
        return { head: Buffer.concat([...head, ...tail]).toString("utf8"), tail: "", omitted: 0, bytes, ...told };
      }
      const start = withoutBrokenEnd(Buffer.concat(head));
      const end = withoutBrokenStart(Buffer.concat(tail).subarray(-keep.tail));
      return { head: start.toString("utf8"), tail: end.toString("utf8"), omitted: bytes - start.length - end.length, bytes, ...told };
    },
  };
};

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
