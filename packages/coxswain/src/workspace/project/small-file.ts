import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

/** Not blocked by a fifo that nobody writes to. Windows knows no such flag and no such files. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * The beginning of a regular file as text, at most `maxBytes` of it; undefined when there is none that can be read. What
 * a repository puts in its place, a fifo, a device or a folder, is none.
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
