/**
 * Characters that a terminal interprets, or that are invisible and change the meaning: C0 except newline and tab, DEL,
 * C1, direction marks, line and paragraph separators, the byte order mark, interlinear annotation, tags, and lone
 * surrogates. Matched one by one, so that no sequence can hide at a chunk boundary.
 */
const UNSAFE =
  // oxlint-disable-next-line no-control-regex -- these are what it is about
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}\p{Surrogate}]/gu;

/** Escapes text of a model, a tool or a file for a terminal: unsafe characters become codes such as `\x1b`. */
export const escapeText = (text: string): string => text.replaceAll("\r\n", "\n").replaceAll(UNSAFE, characterCode);

/** Escapes text on one line: newlines and tabs become spaces. */
export const escapeLine = (text: string): string =>
  escapeText(text)
    .replaceAll(/\s*[\n\t]\s*/g, " ")
    .trim();

/** Formats a value as one line of JSON that is safe on a terminal. */
export const jsonLine = (value: unknown): string => `${JSON.stringify(value).replaceAll(UNSAFE, jsonEscape)}\n`;

/** Returns a character's code, as `\x1b` or `\u{202e}`. */
export const characterCode = (character: string): string => {
  const code = character.codePointAt(0) ?? 0;
  return code <= 0xff ? `\\x${hex(code, 2)}` : `\\u{${hex(code, 4)}}`;
};

const jsonEscape = (character: string): string =>
  Array.from({ length: character.length }, (_, at) => `\\u${hex(character.charCodeAt(at), 4)}`).join("");

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, "0");
