/**
 * Characters that show as nothing and change what is read, or that a program may act on: C0 but line end and tab, DEL,
 * C1, the marks of writing direction, line and paragraph separators, the byte order mark, tags, halves of characters.
 */
const HIDDEN =
  // oxlint-disable-next-line no-control-regex -- these are what it is about
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}\p{Surrogate}]/gu;

/** Text in which hidden characters stand as their codes, as `\u{202e}`, each put through `mark`. */
export const visible = (text: string, mark: (code: string) => string = (code) => code): string =>
  text.replaceAll("\r\n", "\n").replaceAll(HIDDEN, (character) => mark(`\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`));

/** A line of JSON in which hidden characters are escaped as JSON can: the same value. */
export const visibleJson = (line: string): string => line.replaceAll(HIDDEN, escaped);

const escaped = (character: string): string =>
  Array.from({ length: character.length }, (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`).join("");

/** The beginning of a text on one line, in a string of its own: a part of a long one would keep all of it. */
export const firstWords = (text: string, length: number): string => {
  const line = visible(text.slice(0, length * 2))
    .replaceAll(/\s+/g, " ")
    .trim();
  const characters = Array.from(line);
  return characters.length <= length && text.length <= length * 2 ? characters.join("") : `${characters.slice(0, length).join("").trim()}…`;
};
