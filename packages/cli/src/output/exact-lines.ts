import { characterCode, replaceExcessiveMarks } from "./escape-text.ts";

/**
 * Invisible characters and characters that look like a space, except spaces, newlines and tabs, which have other marks.
 */
const INVISIBLE = /(?![\n\t])\p{C}|(?! )\p{Z}|\p{Default_Ignorable_Code_Point}|\u2800/gu;

/** Visible form of a tab. */
const TAB = "→   ";

/** Returns true if `exactLines` would show characters of this text as codes. */
export const hasInvisible = (text: string): boolean => text.search(INVISIBLE) >= 0;

export interface ExactLinesOptions {
  /** Characters in a line of the screen. */
  readonly columns: number;
  /** Prefix of each line. */
  readonly margin: string;
}

/**
 * Shows text exactly, for a decision: every line with a margin, so that no line can imitate the text around it.
 * Invisible characters, and marks beyond the 8th of a base character, become codes, tabs arrows, trailing spaces dots. A long line wraps, with `:` in the margin.
 */
export const exactLines = (text: string, { columns, margin }: ExactLinesOptions): readonly string[] => {
  const room = Math.max(8, columns - margin.length - 1);
  const continuation = `${" ".repeat(Math.max(0, margin.length - 2))}: `;
  return text.split("\n").flatMap((line) =>
    pieces(replaceExcessiveMarks(line.replaceAll(INVISIBLE, characterCode), characterCode).replaceAll("\t", TAB), room).map((piece, at) => {
      const shown = piece.replace(/ +$/, (spaces) => "·".repeat(spaces.length));
      return `${at === 0 ? margin : continuation}${shown}`.trimEnd();
    }),
  );
};

/** Wraps a line. Counts characters outside ASCII as two columns. */
const pieces = (line: string, room: number): readonly string[] => {
  const cut: string[] = [""];
  let used = 0;
  for (const character of line) {
    const width = character <= "~" ? 1 : 2;
    if (used + width > room) {
      cut.push("");
      used = 0;
    }
    cut.push((cut.pop() ?? "") + character);
    used += width;
  }
  return cut;
};
