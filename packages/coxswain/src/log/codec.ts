import type { Entry } from "./entry.ts";
import { LogFormatError } from "./errors.ts";
import { FORMAT, FORMAT_VERSION, type Header } from "./header.ts";

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

/** @throws {LogFormatError} when the line is no header, or one of a newer format. */
export const decodeHeader = (line: string): Header => {
  const record = parseObject(line);
  if (record === undefined || record["format"] !== FORMAT) throw new LogFormatError("The file does not begin with a session header.");
  const { version, id, cwd, at } = record;
  if (typeof version !== "number" || typeof id !== "string" || typeof cwd !== "string" || typeof at !== "number") {
    throw new LogFormatError("The session header is not whole.");
  }
  if (version > FORMAT_VERSION) {
    throw new LogFormatError(`The session is of format ${version}; this version of Coxswain reads up to ${FORMAT_VERSION}.`);
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
