/** Maximum length of a title, in characters. */
const LONGEST = 60;

/**
 * Extracts a title from a model's answer: its first line with letters or digits, without common decoration, truncated between
 * words. Returns undefined if there is none.
 */
export const titleText = (written: string): string | undefined => {
  const lines = written.split("\n").map(plain);
  const title = lines.find((line) => /[\p{L}\p{N}]/u.test(line));
  return title === undefined ? undefined : cut(title);
};

/** Removes decoration, and characters that are invisible or control a terminal. */
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
  const beginning = characters.slice(0, LONGEST - 1).join("");
  const space = beginning.lastIndexOf(" ");
  return `${(space > LONGEST / 2 ? beginning.slice(0, space) : beginning).trimEnd()}…`;
};
