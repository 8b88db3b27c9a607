import type { Entry } from "./entry.ts";
import { LogFormatError } from "./errors.ts";
import { FORMAT, type Header } from "./header.ts";

/** One line of a log, without its line end. JSON never holds a raw line end, so a line is a record. */
export const encode = (record: Header | Entry): string => JSON.stringify(record);

/** The entry that a line holds, or undefined when it holds none. Fields and types that are not known are kept. */
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
 * The header that a line holds, of this format version or a newer one. Fields that are not known are kept.
 * @throws {LogFormatError} when it holds none.
 */
export const decodeHeader = (line: string): Header => {
  const record = parseObject(line);
  if (record === undefined || record["format"] !== FORMAT) throw new LogFormatError("It does not begin with a session header.");
  const { version, id, cwd, at } = record;
  if (!Number.isSafeInteger(version) || typeof id !== "string" || typeof cwd !== "string" || typeof at !== "number") {
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
