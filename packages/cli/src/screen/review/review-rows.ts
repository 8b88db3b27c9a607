import { escapeText } from "../../output/index.ts";
import { changedWords, diffLineRows, fit, shownText, wrap, wrapBehind } from "../blocks/index.ts";
import type { Theme } from "../themes/index.ts";
import type { HunkLine, ReviewDocument, ReviewPosition } from "./review-document.ts";

export interface ReviewRowsOptions {
  readonly width: number;
  readonly theme: Theme;
  /** Rows of one line and its comment, at most. */
  readonly most: number;
  readonly isSelected: boolean;
}

/** Changed lines that are compared word by word. */
const MOST_COMPARED = 60;

/** Renders a line of a review with its comment below it. */
export const reviewRows = (document: ReviewDocument, at: ReviewPosition, options: ReviewRowsOptions): readonly string[] => {
  const { width, theme, most, isSelected } = options;
  const found = document.lineAt(at);
  const { title, digits } = document.file(at.file);
  const before = found === undefined ? at.file > 0 : found.followsGap;
  const room = Math.max(1, most - (before ? 1 : 0));
  const own = (
    found === undefined ? wrap(theme.strong(title), width - 1) : lineRows(found, digits, { ...options, width: width - 1, most: room })
  ).slice(0, room);
  const marked = own.map((row, index) => `${isSelected && index === 0 ? theme.selected(">") : " "}${row}`.trimEnd());
  const comment = document.commentAt(at);
  const commented = comment === undefined ? [] : wrapBehind("  # ", escapeText(comment), width).map((row) => theme.accent(row));
  const above = found === undefined ? "" : ` ${theme.dim(" ".repeat(digits) + " ⋮")}`;
  return [...(before ? [above] : []), ...marked, ...commented].slice(0, Math.max(1, most)).map((row) => fit(row, width));
};

/** Cuts a long line: the terminal could not show the others. */
const lineRows = (found: HunkLine, digits: number, { width, theme, most }: ReviewRowsOptions): readonly string[] => {
  const { line } = found;
  const room = most * width;
  const isLong = line.text.length > room;
  const text = isLong ? shownText(line.text.slice(0, room)) : (wordsOf(found, theme) ?? shownText(line.text));
  const rows = diffLineRows(line, line.after ?? line.before, text, digits, { width, theme });
  return isLong || rows.length > most ? [...rows.slice(0, Math.max(1, most - 1)), theme.dim("   … the line continues")] : rows;
};

/** Returns the line with its changed words marked, if the change is not too long to compare. */
const wordsOf = ({ line, hunk, at }: HunkLine, theme: Theme): string | undefined => {
  if (line.kind === "same") return undefined;
  let [from, to] = [at, at];
  while (from > 0 && hunk[from - 1]?.kind !== "same") from--;
  while (to < hunk.length && hunk[to]?.kind !== "same") to++;
  return to - from > MOST_COMPARED ? undefined : changedWords(hunk.slice(from, to), theme).get(line);
};
