/**
 * Characters that a terminal interprets, or that are invisible and change the meaning: C0 except newline and tab, DEL,
 * C1, direction marks, line and paragraph separators, the byte order mark, interlinear annotation, tags, and lone
 * surrogates. Matched one by one, so that no sequence can hide at a chunk boundary.
 */
const UNSAFE =
  // oxlint-disable-next-line no-control-regex -- these are what it is about
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}\p{Surrogate}]/gu;

/** Marks per base character that are shown: more would cover the lines around it. */
const MAX_MARKS = 8;
/** Characters that join the one before them: combining marks, variation selectors, joiners and skin tones. */
const MARKS = String.raw`[\p{M}\u200c\u200d\u{1f3fb}-\u{1f3ff}]`;
const EXCESSIVE = new RegExp(`(${MARKS}{${MAX_MARKS}})(${MARKS}+)`, "gu");

/**
 * Escapes text of a model, a tool or a file for a terminal: unsafe characters become codes such as `\x1b`. More than 8
 * marks of one base character become `…`.
 */
export const escapeText = (text: string): string => escapeCharacters(text).replaceAll(EXCESSIVE, "$1…");

const escapeCharacters = (text: string): string => text.replaceAll("\r\n", "\n").replaceAll(UNSAFE, characterCode);

const LEADING = new RegExp(`^${MARKS}*`, "u");
const TRAILING = new RegExp(`${MARKS}*$`, "u");

/** Escapes text that arrives in pieces as `escapeText` escapes the whole, except line breaks of two characters. */
export const textEscaper = (): ((piece: string) => string) => {
  /** Marks at the end so far, at most one more than are shown. */
  let marks = 0;
  return (piece) => {
    const text = escapeCharacters(piece);
    const leading = Array.from(LEADING.exec(text)?.[0] ?? "");
    const rest = text.slice(leading.join("").length);
    const shown = leading.slice(0, Math.max(0, MAX_MARKS - marks));
    const isExcessive = marks <= MAX_MARKS && marks + leading.length > MAX_MARKS;
    marks = Math.min(MAX_MARKS + 1, rest === "" ? marks + leading.length : Array.from(TRAILING.exec(rest)?.[0] ?? "").length);
    return `${shown.join("")}${isExcessive ? "…" : ""}${rest.replaceAll(EXCESSIVE, "$1…")}`;
  };
};

/** Replaces each mark beyond those that `escapeText` shows. */
export const replaceExcessiveMarks = (text: string, replace: (character: string) => string): string =>
  text.replaceAll(EXCESSIVE, (_, first: string, more: string) => first + Array.from(more, replace).join(""));

/** Escapes text on one line: newlines and tabs become spaces. */
export const escapeLine = (text: string): string =>
  escapeText(text)
    .replaceAll(/\s*[\n\t]\s*/g, " ")
    .trim();

/** Formats a value as one line of JSON that is safe on a terminal. */
export const jsonLine = (value: unknown): string =>
  `${replaceExcessiveMarks(JSON.stringify(value).replaceAll(UNSAFE, jsonEscape), jsonEscape)}\n`;

/** Returns a character's code, as `\x1b` or `\u{202e}`. */
export const characterCode = (character: string): string => {
  const code = character.codePointAt(0) ?? 0;
  return code <= 0xff ? `\\x${hex(code, 2)}` : `\\u{${hex(code, 4)}}`;
};

const jsonEscape = (character: string): string =>
  Array.from({ length: character.length }, (_, at) => `\\u${hex(character.charCodeAt(at), 4)}`).join("");

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, "0");
