import { isUtf8 } from "node:buffer";
import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { LogFormatError } from "../log/index.ts";
import { readLines } from "./read-lines.ts";

/** Opening a FIFO without a writer must not block. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Yields the lines of a file as strings, without their ends, and undefined for a line that is not UTF-8 or is longer
 * than 64 MB. Memory is bounded by the longest line.
 * @throws {LogFormatError} if the path is not a file; and errors of the file system.
 */
export async function* textLines(path: string): AsyncGenerator<string | undefined> {
  await using file = await open(path, FLAGS);
  if (!(await file.stat()).isFile()) throw new LogFormatError(`${path} is not a file.`);
  for await (const lines of readLines(file)) {
    for (const { bytes } of lines) yield bytes !== undefined && isUtf8(bytes) ? bytes.toString() : undefined;
  }
}
