/** Characters of a title at most. */
const LONGEST = 60;

/**
 * What a model wrote as a title: its first line with something to read, on one line, without what models like to put
 * around it, cut between words. Undefined when there is nothing to read.
 */
export const titleText = (written: string): string | undefined => {
  const lines = written.split("\n").map(plain);
  const title = lines.find((line) => /[\p{L}\p{N}]/u.test(line));
  return title === undefined ? undefined : cut(title);
};

/** Characters that show as nothing, or that a terminal acts on, are no part of a title. */
const plain = (line: string): string =>
  line
    .replaceAll(/[\p{C}\s]+/gu, " ")
    .trim()
    .replace(/^(?:#+ |[-*>] |\*\*)+/, "")
    .replace(/^title\s*:\s*/i, "")
    .replace(/^(["'`*“‘«]+)(.*?)(["'`*”’»]+)\.?$/, "$2")
    .replace(/[\s.*:]+$/, "");

const cut = (title: string): string => {
  const characters = Array.from(title);
  if (characters.length <= LONGEST) return title;
  const kept = characters.slice(0, LONGEST - 1).join("");
  const space = kept.lastIndexOf(" ");
  return `${(space > LONGEST / 2 ? kept.slice(0, space) : kept).trimEnd()}…`;
};
