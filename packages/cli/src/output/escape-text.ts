/**
 * Characters that a terminal would act on, or that show as nothing and change what is read: C0 but line end and tab,
 * DEL, C1, the marks of writing direction, line and paragraph separators, the byte order mark, interlinear annotation,
 * tags, and halves of characters. One by one, so that no sequence can hide in a cut between two pieces of text.
 */
const UNSAFE =
  // oxlint-disable-next-line no-control-regex -- these are what it is about
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}\p{Surrogate}]/gu;

/** Text of a model, a tool or a file as a terminal may show it: what is unsafe stands there as its code, as `\x1b`. */
export const escapeText = (text: string): string => text.replaceAll("\r\n", "\n").replaceAll(UNSAFE, visible);

/** The same on one line: line ends and tabs become spaces. */
export const escapeLine = (text: string): string =>
  escapeText(text)
    .replaceAll(/\s*[\n\t]\s*/g, " ")
    .trim();

/** A value as one line of JSON that a terminal may show as well: what is unsafe is escaped as JSON can. */
export const jsonLine = (value: unknown): string => `${JSON.stringify(value).replaceAll(UNSAFE, jsonEscape)}\n`;

/** A character as its code, as `\x1b` or `\u{202e}`. */
export const visible = (character: string): string => {
  const code = character.codePointAt(0) ?? 0;
  return code <= 0xff ? `\\x${hex(code, 2)}` : `\\u{${hex(code, 4)}}`;
};

const jsonEscape = (character: string): string =>
  Array.from({ length: character.length }, (_, at) => `\\u${hex(character.charCodeAt(at), 4)}`).join("");

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, "0");
