import type { Entry } from "./entry.ts";
import { LogFormatError } from "./errors.ts";
import { FORMAT, type Header } from "./header.ts";

/** Encodes one line of a log, without its line end. JSON contains no raw line end, so one line is one record. */
export const encode = (record: Header | Entry): string => JSON.stringify(record);

/**
 * Decodes the entry on a line; returns undefined for a line without a valid entry. Unknown fields and types are
 * preserved.
 */
export const decodeEntry = (line: string): Entry | undefined => {
  const record = parseObject(line);
  if (record === undefined) return undefined;
  const { seq, id, parent, at, type } = record;
  const whole =
    Number.isSafeInteger(seq) &&
    typeof id === "string" &&
    (parent === null || typeof parent === "string") &&
    typeof at === "number" &&
    typeof type === "string";
  return whole ? (Object.freeze(record) as unknown as Entry) : undefined;
};

/**
 * Decodes the header on a line, of this format version or a newer one. Unknown fields are preserved.
 * @throws {LogFormatError} when the line is not a valid header.
 */
export const decodeHeader = (line: string): Header => {
  const record = parseObject(line);
  if (record === undefined || record["format"] !== FORMAT) throw new LogFormatError("It does not begin with a session header.");
  const { version, id, cwd, at } = record;
  if (
    !Number.isSafeInteger(version) ||
    Number(version) < 1 ||
    typeof id !== "string" ||
    typeof cwd !== "string" ||
    typeof at !== "number"
  ) {
    throw new LogFormatError("Its session header is not whole.");
  }
  return Object.freeze(record) as unknown as Header;
};

const parseObject = (line: string): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
};
