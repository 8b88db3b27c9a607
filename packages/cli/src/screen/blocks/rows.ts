import { truncateToWidth, visibleWidth, wrapTextWithAnsi } from "@earendil-works/pi-tui";

/** Wraps text at words to rows of at most `width` columns, without trailing spaces. */
export const wrap = (text: string, width: number): readonly string[] =>
  wrapTextWithAnsi(text, Math.max(1, width)).map(withoutTrailingSpaces);

/** Cuts a row to `width` columns. A cut row ends with `…`. */
export const fit = (row: string, width: number): string => (isShort(row, width) ? row : truncateToWidth(row, Math.max(1, width), "…"));

/**
 * Characters of one column that no other one joins: ASCII, Latin letters, dashes, quotes, lines and the signs of blocks; and
 * styles. Measuring other ones needs a segmenter, whose creation takes 10 ms.
 */
// oxlint-disable-next-line no-control-regex -- matches styles
const SIMPLE = /^(?:[ -~\u00a1-\u00ac\u00ae-\u024f\u2013\u2014\u2018-\u201d\u2022\u2026\u2500-\u257f✓✗●▸○↑↓]|\u001b\[[\d;]*m)*$/;
// oxlint-disable-next-line no-control-regex -- matches styles
const STYLES = /\u001b\[[\d;]*m/g;

const isShort = (row: string, width: number): boolean => SIMPLE.test(row) && row.replaceAll(STYLES, "").length <= width;

// oxlint-disable-next-line no-control-regex -- styles
const END_SPACES = / +((?:\u001b\[[\d;]*m| )*)$/;

/** Removes spaces at the end of a row, also before the ends of its styles. */
export const withoutTrailingSpaces = (row: string): string =>
  row.endsWith(" ") || row.endsWith("m") ? row.replace(END_SPACES, (_, styles: string) => styles.replaceAll(" ", "")) : row;

/** Removes the styles of a row. */
// oxlint-disable-next-line no-control-regex -- styles
export const bareRow = (row: string): string => row.replaceAll(/\u001b\[[\d;]*m/g, "");

/** Wraps text behind a mark: the first row has the mark, the others as many spaces. Each character of `mark` has one column. */
export const wrapBehind = (mark: string, text: string, width: number): readonly string[] =>
  wrap(text, width - mark.length).map((row, at) =>
    (row === "" && at > 0 ? "" : (at === 0 ? mark : " ".repeat(mark.length)) + row).trimEnd(),
  );

/** Rows of a list that are narrower show only the names, without the notes beside them. */
export const LEAST_WITH_NOTES = 40;

/** Columns between two tab stops of a terminal. */
const TAB_STOP = 8;

/** Replaces the tabs of a line by spaces to the next tab stop. */
export const withoutTabs = (line: string): string => {
  if (!line.includes("\t")) return line;
  const [first = "", ...others] = line.split("\t");
  let expanded = first;
  for (const part of others) expanded += " ".repeat(TAB_STOP - (visibleWidth(expanded) % TAB_STOP)) + part;
  return expanded;
};

/** The first and the last lines, with the number of lines between them. `head` and `tail`: maximum numbers of lines. */
export const ends = (
  lines: readonly string[],
  { head, tail }: { readonly head: number; readonly tail: number },
): { readonly first: readonly string[]; readonly left: number; readonly last: readonly string[] } => {
  // One line is as long as the note about it.
  if (lines.length <= head + tail + 1) return { first: lines, left: 0, last: [] };
  return { first: lines.slice(0, head), left: lines.length - head - tail, last: tail === 0 ? [] : lines.slice(-tail) };
};
