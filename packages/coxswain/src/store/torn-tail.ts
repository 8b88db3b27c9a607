import { closeSync, fstatSync, ftruncateSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { decodeLine, salvage } from "./decode-line.ts";
import { MAX_LINE_BYTES } from "./read-lines.ts";
import { decodeHeaderLine } from "./session-header.ts";
import { sessionSidecar } from "./session-file.ts";
import { writeFully } from "./file-writes.ts";

const BLOCK_BYTES = 64 * 1024;
const LINE_END = 0x0a;

/**
 * Moves an incomplete last line from an open session file to `ID.torn-N` next to it. A last line that only lacks its
 * line end stays.
 * @throws {LogFormatError} if the header is incomplete; the file is unchanged.
 */
export const setAsideTornTail = (descriptor: number, path: string): void => {
  const { size } = fstatSync(descriptor);
  const start = lastLineStart(descriptor, size);
  if (start === 0) decodeHeaderLine(path, read(descriptor, 0, Math.min(size, MAX_LINE_BYTES)));
  if (start === 0 || start === size || isWhole(descriptor, start, size)) return;
  copyAside(descriptor, start, size, path);
  ftruncateSync(descriptor, start);
};

/** Returns true if the byte before `size` is a line end. */
export const endsLine = (descriptor: number, size: number): boolean => read(descriptor, size - 1, size)[0] === LINE_END;

const lastLineStart = (descriptor: number, size: number): number => {
  for (let end = size; end > 0;) {
    const from = Math.max(0, end - BLOCK_BYTES);
    const at = read(descriptor, from, end).lastIndexOf(LINE_END);
    if (at >= 0) return from + at + 1;
    end = from;
  }
  return 0;
};

const isWhole = (descriptor: number, start: number, size: number): boolean => {
  if (size - start > MAX_LINE_BYTES) return false;
  const line = read(descriptor, start, size);
  return decodeLine(line) !== undefined || salvage(line).length > 0;
};

const read = (descriptor: number, from: number, to: number): Buffer => {
  const buffer = Buffer.allocUnsafe(to - from);
  let filled = 0;
  for (let count = -1; count !== 0 && filled < buffer.length; filled += count) {
    count = readSync(descriptor, buffer, filled, buffer.length - filled, from + filled);
  }
  return buffer.subarray(0, filled);
};

const copyAside = (descriptor: number, start: number, size: number, path: string): void => {
  const { aside, descriptor: target } = createAside(path);
  try {
    for (let from = start; from < size; from += BLOCK_BYTES) {
      const block = read(descriptor, from, Math.min(size, from + BLOCK_BYTES));
      const { error } = writeFully((bytes) => writeSync(target, bytes), block);
      if (error !== undefined) throw error;
    }
  } catch (error) {
    rmSync(aside);
    throw error;
  } finally {
    closeSync(target);
  }
};

const createAside = (path: string): { readonly aside: string; readonly descriptor: number } => {
  for (let number = 1; ; number++) {
    const aside = sessionSidecar(path, `torn-${number}`);
    try {
      return { aside, descriptor: openSync(aside, "wx", 0o600) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
};
