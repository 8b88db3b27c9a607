import { isUtf8 } from "node:buffer";
import { decodeEntry, type Entry } from "../log/index.ts";

/** The text of a line; undefined where it is no UTF-8. */
export const textOfLine = (bytes: Buffer): string | undefined => {
  const text = bytes.toString();
  // The replacement character stands for bytes that are no UTF-8, unless it was written as such.
  return text.includes("\ufffd") && !isUtf8(bytes) ? undefined : text;
};

/** The entry that a line is, or undefined. */
export const decodeLine = (bytes: Buffer): Entry | undefined => {
  const text = textOfLine(bytes);
  return text === undefined ? undefined : decodeEntry(text);
};

/** How an entry begins, as the log writes it. Inside a string the quotes would be escaped. */
const START = Buffer.from('{"seq":');
/** Keeps a line made to look like thousands of entries from costing the square of its length. */
const MAX_ATTEMPTS = 64;

/** The whole entries inside a line that is none: what was glued to a torn one, or stands beside a run of zeros. */
export const salvage = (bytes: Buffer): readonly Entry[] => {
  const found: Entry[] = [];
  let end = bytes.length;
  let start = bytes.lastIndexOf(START);
  for (let attempts = 0; start >= 0 && attempts < MAX_ATTEMPTS; attempts++) {
    const candidate = bytes.subarray(start, end);
    const zero = candidate.indexOf(0);
    const entry = decodeLine(zero < 0 ? candidate : candidate.subarray(0, zero));
    if (entry !== undefined) {
      found.unshift(entry);
      end = start;
    }
    start = start === 0 ? -1 : bytes.lastIndexOf(START, start - 1);
  }
  return found;
};
