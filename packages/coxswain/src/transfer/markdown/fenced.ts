import { visible } from "../visible.ts";

/** Returns a fenced code block for any text. */
export const fenced = (text: string, language = ""): string => {
  const shown = visible(text).replace(/\n$/, "");
  const fence = "`".repeat(Math.max(3, longestRun(shown) + 1));
  return `${fence}${language}\n${shown}\n${fence}`;
};

/** Returns an inline code span. */
export const codeSpan = (text: string): string => {
  const line = visible(text).replaceAll(/\s+/g, " ").trim();
  const mark = "`".repeat(longestRun(line) + 1);
  const pad = line.startsWith("`") || line.endsWith("`") || line === "" ? " " : "";
  return `${mark}${pad}${line}${pad}${mark}`;
};

/** Returns the length of the longest run of backticks. */
const longestRun = (text: string): number => {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
};
