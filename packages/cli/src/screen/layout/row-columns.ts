import { stripTerminalSequences, sliceByColumn, visibleWidth } from "@earendil-works/pi-tui";
import type { Style } from "../themes/index.ts";

/** Columns of a row, from 0; `to` is not included. */
export interface Columns {
  readonly from: number;
  readonly to: number;
}

/** Returns the text of a row in these columns, without styles. */
export const textIn = (row: string, { from, to }: Columns): string => {
  const plain = stripTerminalSequences(row);
  return sliceByColumn(plain, from, to - from);
};

/** Marks columns of a row, whose own styles end there. The ranges are in order and do not overlap. */
export const markColumns = (row: string, ranges: readonly Columns[], style: Style): string => {
  let marked = "";
  let at = 0;
  for (const { from, to } of ranges) {
    marked += `${sliceByColumn(row, at, from - at)}\u001b[0m${style(textIn(row, { from, to }))}`;
    at = to;
  }
  return marked + sliceByColumn(row, at, Math.max(0, visibleWidth(row) - at));
};

/** Returns the columns of all matches of a pattern with the flag `g`. */
export const matchingColumns = (row: string, pattern: RegExp): readonly Columns[] => {
  const plain = stripTerminalSequences(row);
  const found: Columns[] = [];
  for (const match of plain.matchAll(pattern)) {
    const from = visibleWidth(plain.slice(0, match.index));
    found.push({ from, to: from + visibleWidth(match[0]) });
  }
  return found;
};

/** Returns the columns of the word at a column, or of the one character there. */
export const wordAt = (row: string, column: number): Columns => {
  const word = matchingColumns(row, /[\p{L}\p{N}_.\-/~@:]+/gu).find(({ from, to }) => from <= column && column < to);
  return word ?? { from: column, to: column + 1 };
};
