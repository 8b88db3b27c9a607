import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

/** Opening a FIFO must not block. Windows has neither the flag nor FIFOs. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Reads up to `maxBytes` of a regular file as a string. Undefined if the file cannot be read or is not a regular file:
 * a repository may contain a FIFO, device or folder of that name.
 */
export const readSmallFile = (path: string, maxBytes: number): string | undefined => {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, FLAGS);
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return undefined;
    const buffer = Buffer.allocUnsafe(Math.min(maxBytes, stats.size));
    const read = readSync(descriptor, buffer, 0, buffer.length, 0);
    return buffer.toString("utf8", 0, read);
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
};
