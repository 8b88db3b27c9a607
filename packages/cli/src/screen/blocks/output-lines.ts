import { escapeText } from "../../output/index.ts";
import { ends, withoutTabs } from "./rows.ts";

/** Characters at the end of growing output that are read for its last lines. */
const LIVE = 8000;

/** Returns the lines of untrusted output as they are shown. Empty for output of white space only. */
export const outputLines = (output: string): readonly string[] => {
  const text = escapeText(output).trimEnd();
  return text.trim() === "" ? [] : text.split("\n").map(withoutTabs);
};

/** Returns the last lines of growing output. The cost does not depend on the length of the output. */
export const lastOutputLines = (output: string, most: number): readonly string[] =>
  outputLines(output.slice(-LIVE).toWellFormed()).slice(-most);

/**
 * Returns the first and the last lines, with a note about those between them.
 * @param omitted lines in the middle that `lines` does not have
 */
export const cutLines = (
  lines: readonly string[],
  limits: { readonly head: number; readonly tail: number },
  omitted = 0,
): readonly string[] => {
  const { first, left, last } = ends(lines, limits);
  return [...first, ...(left === 0 ? [] : [`… ${left + omitted} more lines`]), ...last];
};
