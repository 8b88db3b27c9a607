import { isUtf8 } from "node:buffer";
import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { decodeHeader, type Header, LogFormatError } from "../log/index.ts";

const FIRST_READ = 4096;
const MAX_HEADER_BYTES = 1024 * 1024;

/**
 * Reads the header of a session file, which is its first line.
 * @throws {LogFormatError}
 */
export const readHeader = async (path: string): Promise<Header> => {
  await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  for (let size = FIRST_READ; ; size *= 4) {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(size), 0, size, 0);
    const bytes = buffer.subarray(0, bytesRead);
    const end = bytes.indexOf("\n");
    if (end >= 0 || bytesRead < size || size > MAX_HEADER_BYTES) return decodeHeaderLine(path, end < 0 ? bytes : bytes.subarray(0, end));
  }
};

/**
 * Decodes the first line of a session file. Ignores a byte order mark that an editor has added.
 * @throws {LogFormatError}
 */
export const decodeHeaderLine = (path: string, line: Buffer): Header => {
  try {
    if (line.length === 0) throw new LogFormatError("The file is empty.");
    if (!isUtf8(line)) throw new LogFormatError("Its first line is not valid UTF-8.");
    return decodeHeader(line.toString().replace(/^\ufeff/, ""));
  } catch (error) {
    if (!(error instanceof LogFormatError)) throw error;
    throw new LogFormatError(`${path} is not a readable session. ${error.message} The file is unchanged.`);
  }
};
