/**
 * Terminal escape sequences: control strings up to their terminator, sequences with parameters, and short ones. An
 * unterminated sequence counts as a short one. The expression scans no character past the next sequence; Node's own
 * expression scans to the end each time, which takes minutes for some megabytes.
 */
const ORDERS =
  // oxlint-disable-next-line no-control-regex -- the expression matches control characters
  /\x1B[\]PX^_][^\x07\x1B\x9C]{0,1000000}(?:\x07|\x1B\\|\x9C)|(?:\x1B\[|\x9B)[0-?]*[ -/]*[@-~]|\x1B[ -/]*[0-~]/g;

/**
 * Converts command output to readable text: removes escape sequences and text that a carriage return overwrote
 * (progress bars), and replaces other control characters by U+FFFD.
 */
export const plainText = (output: string): string =>
  output
    .replaceAll(ORDERS, "")
    .split("\n")
    .map((line, at, lines) => seenOf(at < lines.length - 1 ? withoutReturns(line) : line))
    .join("\n")
    // oxlint-disable-next-line no-control-regex -- the expression matches control characters
    .replaceAll(/[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F]/g, "\uFFFD");

/**
 * Returns the visible end of an overwritten line. A regular expression would scan a long line again from each
 * character.
 */
const seenOf = (line: string): string => line.slice(line.lastIndexOf("\r") + 1);

const withoutReturns = (line: string): string => {
  let end = line.length;
  while (line[end - 1] === "\r") end--;
  return line.slice(0, end);
};

/**
 * Invisible characters, which can hide instructions for a model, and characters that change the text direction. Joiners
 * of letters and emoji are not included.
 */
const UNSEEN =
  /[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;

/** Returns untrusted text as a user would see it: without escape sequences, and with `\n` for every line end. */
export const visibleText = (text: string): string => plainText(text.replaceAll(/\r\n?|[\u2028\u2029]/g, "\n")).replaceAll(UNSEEN, "");
