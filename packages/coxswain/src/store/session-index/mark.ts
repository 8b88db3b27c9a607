import { readSync } from "node:fs";

const BYTES = 64;

/**
 * What tells a session file from any other, and from itself once it was cut off and went on: the beginning and the end of
 * the line from `start` to `end`, the last one that was read. An entry begins with its number and its id.
 */
export const markOf = (descriptor: number, start: number, end: number): Buffer => {
  const size = Math.min(BYTES, end - start);
  return Buffer.concat([bytesAt(descriptor, start, size), bytesAt(descriptor, end - size, size)]);
};

const bytesAt = (descriptor: number, offset: number, size: number): Buffer => {
  const bytes = Buffer.alloc(size);
  return bytes.subarray(0, readSync(descriptor, bytes, 0, size, offset));
};
