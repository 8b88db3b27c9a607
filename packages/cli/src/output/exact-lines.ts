import { visible } from "./escape-text.ts";

/** What shows as nothing, as a space or in ways of its own: all but spaces, line ends and tabs, which are marked in other ways. */
const UNSEEN = /(?![\n\t])\p{C}|(?! )\p{Z}|\p{Default_Ignorable_Code_Point}|\u2800/gu;

/** A tab, wide enough to be seen. */
const TAB = "→   ";

/** Whether a text has characters that `exactLines` shows as their codes. */
export const hasUnseen = (text: string): boolean => text.search(UNSEEN) >= 0;

export interface ExactLinesOptions {
  /** Characters in a line of the screen. */
  readonly columns: number;
  /** Stands before each line of the text. */
  readonly margin: string;
}

/**
 * A text as somebody has to see it who decides by it: every line of it, each with a margin, so that nothing in it can be taken for what stands around
 * it. What is hidden shows as its code, a tab as an arrow, a space at an end as a dot. A line that is too long goes on after a `:`.
 */
export const exactLines = (text: string, { columns, margin }: ExactLinesOptions): readonly string[] => {
  const room = Math.max(8, columns - margin.length - 1);
  const goesOn = `${" ".repeat(Math.max(0, margin.length - 2))}: `;
  return text.split("\n").flatMap((line) =>
    pieces(line.replaceAll(UNSEEN, visible).replaceAll("\t", TAB), room).map((piece, at) => {
      const shown = piece.replace(/ +$/, (spaces) => "·".repeat(spaces.length));
      return `${at === 0 ? margin : goesOn}${shown}`.trimEnd();
    }),
  );
};

/** A line cut so that no screen has to: what is not ASCII may be two columns wide. */
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
