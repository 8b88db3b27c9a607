import { visible } from "../visible.ts";

/** A text as a block of code, whatever it holds. */
export const fenced = (text: string, language = ""): string => {
  const shown = visible(text).replace(/\n$/, "");
  const fence = "`".repeat(Math.max(3, longestRun(shown) + 1));
  return `${fence}${language}\n${shown}\n${fence}`;
};

/** A text as code within a line. */
export const codeSpan = (text: string): string => {
  const line = visible(text).replaceAll(/\s+/g, " ").trim();
  const mark = "`".repeat(longestRun(line) + 1);
  const pad = line.startsWith("`") || line.endsWith("`") || line === "" ? " " : "";
  return `${mark}${pad}${line}${pad}${mark}`;
};

/** How many backticks follow one another at most. */
const longestRun = (text: string): number => {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
};
