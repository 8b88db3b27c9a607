import { readSync } from "node:fs";

const BYTES = 64;

/**
 * Fingerprint of a session file: the start and the end of the last line read, from `start` to `end`. It distinguishes
 * the file from others, and from itself after a truncation. An entry starts with its number and its id.
 */
export const fingerprint = (descriptor: number, start: number, end: number): Buffer => {
  const size = Math.min(BYTES, end - start);
  return Buffer.concat([bytesAt(descriptor, start, size), bytesAt(descriptor, end - size, size)]);
};

const bytesAt = (descriptor: number, offset: number, size: number): Buffer => {
  const bytes = Buffer.alloc(size);
  return bytes.subarray(0, readSync(descriptor, bytes, 0, size, offset));
};
