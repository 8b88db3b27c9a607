import { encode, type Entry } from "../../log/index.ts";
import { bytesOf } from "./blob-text.ts";
import { escapeKeys, MARK, type Reference } from "./reference.ts";

/** Maximum length of a string that stays in its line, in bytes of UTF-8. */
const INLINE_BYTES = 8 * 1024;

/** Stores bytes outside of the log, and returns their name. */
export type Keep = (bytes: Buffer) => string;

/** Encodes an entry as a line, without its line end. Passes long strings to `keep`. */
export const packEntry = (entry: Entry, keep: Keep): string => {
  const line = encodeWhole(entry);
  if (line !== undefined && isShort(line) && !line.includes(MARK)) return line;
  const replace = (_key: string, value: unknown): unknown => packed(value, keep);
  const fields = Object.entries(escapeKeys(entry)).map(([key, value]: [string, unknown]) => {
    const json = JSON.stringify(value, ENVELOPE.has(key) ? undefined : replace) as string | undefined;
    return json === undefined ? [] : [`${JSON.stringify(key)}:${json}`];
  });
  return `{${fields.flat().join(",")}}`;
};

/** Fields that readers without access to the content need too. */
const ENVELOPE: ReadonlySet<string> = new Set(["seq", "id", "parent", "at", "type"]);

/** Returns undefined if the line would exceed the maximum string length. */
const encodeWhole = (entry: Entry): string | undefined => {
  try {
    return encode(entry);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};

const isShort = (text: string): boolean =>
  text.length * 3 <= INLINE_BYTES || (text.length <= INLINE_BYTES && Buffer.byteLength(text) <= INLINE_BYTES);

const packed = (value: unknown, keep: Keep): unknown => {
  // A lone surrogate has no UTF-8 encoding: the string would change.
  if (typeof value === "string") return isShort(value) || !value.isWellFormed() ? value : refer(value, keep);
  return typeof value === "object" && value !== null && !Array.isArray(value) ? escapeKeys(value) : value;
};

const refer = (text: string, keep: Keep): Reference => {
  const { bytes, as } = bytesOf(text);
  return { $blob: keep(bytes), bytes: bytes.length, ...(as === undefined ? {} : { as }) };
};
