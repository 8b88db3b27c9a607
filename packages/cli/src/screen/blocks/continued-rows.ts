import { sliceByColumn, visibleWidth } from "@earendil-works/pi-tui";
import { bareRow } from "./rows.ts";

const LETTERS = /[\p{L}\p{N}\p{Extended_Pictographic}]/gu;

/**
 * Returns the rows that follow printed ones. If a later mark changed printed rows, they begin after as many letters: no word
 * is lost or doubled, although its row began elsewhere.
 */
export const continuedRows = (printed: readonly string[], rows: readonly string[]): readonly string[] => {
  if (printed.every((row, at) => bareRow(row) === bareRow(rows[at] ?? ""))) return rows.slice(printed.length);
  let letters = printed.reduce((sum, row) => sum + lettersIn(row), 0);
  if (letters === 0) return rows.slice(printed.length);
  for (const [at, row] of rows.entries()) {
    const count = lettersIn(row);
    if (letters === 0) return rows.slice(at);
    if (count > letters) return [afterLetters(row, letters), ...rows.slice(at + 1)];
    letters -= count;
  }
  return [];
};

const lettersIn = (row: string): number => bareRow(row).match(LETTERS)?.length ?? 0;

/** Removes the first letters of a row, and everything before them. */
const afterLetters = (row: string, letters: number): string => {
  const text = bareRow(row);
  const last = Array.from(text.matchAll(LETTERS))[letters - 1];
  const column = visibleWidth(text.slice(0, (last?.index ?? 0) + (last?.[0].length ?? 0)));
  return sliceByColumn(row, column, visibleWidth(row)).trimStart();
};
