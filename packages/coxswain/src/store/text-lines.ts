import { isUtf8 } from "node:buffer";
import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { LogFormatError } from "../log/index.ts";
import { readLines } from "./lines.ts";

/** Not blocked by a fifo that nobody writes to. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * The lines of a file as text, without their ends; undefined for one that is no UTF-8 or longer than 64 MB. Memory is
 * bounded by the longest line.
 * @throws {LogFormatError} for what is no file, and what the file system throws.
 */
export async function* textLines(path: string): AsyncGenerator<string | undefined> {
  await using file = await open(path, FLAGS);
  if (!(await file.stat()).isFile()) throw new LogFormatError(`${path} is not a file.`);
  for await (const lines of readLines(file)) {
    for (const { bytes } of lines) yield bytes !== undefined && isUtf8(bytes) ? bytes.toString() : undefined;
  }
}
