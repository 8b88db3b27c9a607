import { isUtf8 } from "node:buffer";
import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { basename } from "node:path";
import { asRecord } from "../base/index.ts";
import { decodeHeader, type Header, LogFormatError } from "../log/index.ts";
import { EXTENSION, isSessionId } from "./session-file.ts";

const FIRST_READ = 4096;
const MAX_HEADER_BYTES = 1024 * 1024;

/**
 * Reads the header of a session file, which is its first line.
 * @throws {LogFormatError}
 */
export const readHeader = async (path: string): Promise<Header> => decodeHeaderLine(path, await readHeaderLine(path));

const readHeaderLine = async (path: string): Promise<Buffer> => {
  await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  for (let size = FIRST_READ; ; size *= 4) {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(size), 0, size, 0);
    const bytes = buffer.subarray(0, bytesRead);
    const end = bytes.indexOf("\n");
    if (end >= 0 || bytesRead < size || size > MAX_HEADER_BYTES) return end < 0 ? bytes : bytes.subarray(0, end);
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

/**
 * Returns true if the header has no id that its file could be named after, or one that differs in a single bit from the
 * file's name: then the name has the id. A file with another valid id was renamed.
 */
export const hasDamagedId = (path: string, { id }: Header): boolean => {
  const name = basename(path, EXTENSION);
  return id !== name && isSessionId(name) && (!isSessionId(id) || differsInOneBit(id, name));
};

const differsInOneBit = (one: string, other: string): boolean => {
  const bits = Array.from(one, (_, at) => one.charCodeAt(at) ^ other.charCodeAt(at)).filter((changed) => changed !== 0);
  return one.length === other.length && bits.length === 1 && bits.every((changed) => (changed & (changed - 1)) === 0);
};

/** Explains a header whose id is not its file's name. */
export const idProblem = (path: string, header: Header): string =>
  hasDamagedId(path, header)
    ? `The id in the first line of ${path} is damaged. Restore it from the file's name: cox sessions check --repair ${basename(path, EXTENSION)}`
    : `${path} contains session "${header.id}". Rename it to ${header.id}.jsonl.`;

/** The fields of a damaged header that can still be read, except its id and version. */
export const readableFields = async (path: string): Promise<Partial<Header>> => {
  const line = (await readHeaderLine(path)).toString();
  const field = (name: string, value: string): unknown => {
    try {
      return JSON.parse(new RegExp(`"${name}":(${value})`).exec(line)?.[1] ?? "null") as unknown;
    } catch {
      return undefined;
    }
  };
  const [cwd, project, kind] = ["cwd", "project", "kind"].map((name) => field(name, STRING));
  const at = field("at", "\\d{1,15}");
  const { session, entry = null } = asRecord(field("parent", String.raw`\{"session":${STRING}(?:,"entry":(?:null|${STRING}))?\}`));
  return {
    ...(typeof cwd === "string" ? { cwd } : {}),
    ...(typeof at === "number" ? { at } : {}),
    ...(typeof project === "string" ? { project } : {}),
    ...(typeof kind === "string" ? { kind } : {}),
    ...(typeof session === "string" && (entry === null || typeof entry === "string") ? { parent: { session, entry } } : {}),
  };
};

const STRING = String.raw`"(?:[^"\\]|\\.)*"`;
