/**
 * Invisible characters that change the meaning of text or that a program may act on. These are C0 except line end and
 * tab, DEL, C1, bidirectional marks, line and paragraph separators, the byte order mark, tags, and lone surrogates.
 */
const HIDDEN =
  // oxlint-disable-next-line no-control-regex -- matches control characters on purpose
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}\p{Surrogate}]/gu;

/** Characters that join the one before them: combining marks, variation selectors, joiners and skin tones. */
const MARKS = String.raw`[\p{M}\u200c\u200d\u{1f3fb}-\u{1f3ff}]`;
/** More than 8 of them would cover the lines around. */
const EXCESSIVE = new RegExp(`(${MARKS}{8})(${MARKS}+)`, "gu");

/**
 * Replaces hidden characters by their codes, for example `\u{202e}`, and more than 8 marks of one base character by `…`,
 * each passed through `mark`.
 */
export const visible = (text: string, mark: (code: string) => string = (code) => code): string =>
  text
    .replaceAll("\r\n", "\n")
    .replaceAll(HIDDEN, (character) => mark(`\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`))
    .replaceAll(EXCESSIVE, (_, first: string) => first + mark("…"));

/** Escapes hidden characters, and more than 8 marks of one base character, in a line of JSON without changing the value. */
export const visibleJson = (line: string): string =>
  line.replaceAll(HIDDEN, escaped).replaceAll(EXCESSIVE, (_, first: string, more: string) => first + Array.from(more, escaped).join(""));

const escaped = (character: string): string =>
  Array.from({ length: character.length }, (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`).join("");

/** Returns the start of a string on one line as a new string, because a slice would retain the whole text in memory. */
export const firstWords = (text: string, length: number): string => {
  const line = visible(text.slice(0, length * 2))
    .replaceAll(/\s+/g, " ")
    .trim();
  const characters = Array.from(line);
  return characters.length <= length && text.length <= length * 2 ? characters.join("") : `${characters.slice(0, length).join("").trim()}…`;
};
