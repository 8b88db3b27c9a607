import { isUtf8 } from "node:buffer";
import { decodeEntry, type Entry } from "../log/index.ts";

/** Returns the line as a string, or undefined if it is not valid UTF-8. */
export const lineText = (bytes: Buffer): string | undefined => {
  const text = bytes.toString();
  // A replacement character means invalid UTF-8, unless the line itself contains one.
  return text.includes("\ufffd") && !isUtf8(bytes) ? undefined : text;
};

/** Returns the entry that the line encodes, or undefined. */
export const decodeLine = (bytes: Buffer): Entry | undefined => {
  const text = lineText(bytes);
  return text === undefined ? undefined : decodeEntry(text);
};

/** First bytes of an entry as the log writes it. Inside a string the quotes would be escaped. */
const START = Buffer.from('{"seq":');
/** Bounds the work on a crafted line that looks like thousands of entries. */
const MAX_ATTEMPTS = 64;

/** Returns the complete entries inside a damaged line: after an incomplete one, or next to a run of zeros. */
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
