import { visibleWidth } from "@earendil-works/pi-tui";
import { diffWordsWithSpace } from "diff";
import { escapeLine, escapeText } from "../../output/index.ts";
import type { Style, Theme } from "../themes/index.ts";
import { type DiffLine, type FileChange, fileChanges } from "./diff-lines.ts";
import { fit, wrap } from "./rows.ts";

export interface DiffRowsOptions {
  readonly width: number;
  readonly theme: Theme;
  /** Maximum number of rows; long lines are then cut too. Default: all. */
  readonly most?: number;
}

/** Columns from which a change is shown side by side. */
const SIDE_BY_SIDE = 140;
/** A longer line is compared as a whole. */
const WORDS_LIMIT = 500;
/** Rows of a line if the number of rows is limited. */
const LINE_ROWS = 4;

/** Renders a unified diff with line numbers and marked words: side by side where the width allows. */
export const diffRows = (diff: string, options: DiffRowsOptions): readonly string[] => {
  const { most = Number.POSITIVE_INFINITY } = options;
  const files = fileChanges(diff);
  const rows = files.flatMap((file) => [...titleRows(file, files.length > 1, options), ...fileRows(file, options)]);
  return rows.length <= most ? rows : [...rows.slice(0, most - 1), options.theme.dim(`… ${rows.length - most + 1} more rows`)];
};

/** The call names its only file, but not what happened to it apart from its lines. */
const titleRows = ({ path, notes }: FileChange, isOneOfSeveral: boolean, { width, theme }: DiffRowsOptions): readonly string[] => {
  if (!isOneOfSeveral && notes.length === 0) return [];
  const facts = notes.length === 0 ? "" : `  ${theme.dim(escapeLine(notes.join(", ")))}`;
  return [fit(`${theme.strong(escapeLine(path))}${facts}`, width)];
};

const fileRows = ({ hunks }: FileChange, options: DiffRowsOptions): readonly string[] => {
  const numbers = hunks.flat().map(({ before = 0, after = 0 }) => Math.max(before, after));
  const digits = String(numbers.reduce((most, number) => Math.max(most, number), 1)).length;
  const rowsOf = options.width >= SIDE_BY_SIDE ? sideBySide : unified;
  return hunks.flatMap((hunk, at) => [
    ...(at === 0 ? [] : [options.theme.dim(" ".repeat(digits) + " ⋮")]),
    ...rowsOf(hunk, digits, options),
  ]);
};

/** A changed line with its counterpart, or an unchanged line twice. */
interface LinePair {
  readonly left?: DiffLine;
  readonly right?: DiffLine;
}

/** Pairs the removed lines of a change with the added lines after them, in order. */
const pairs = (lines: readonly DiffLine[]): readonly LinePair[] => {
  const result: LinePair[] = [];
  let removed: DiffLine[] = [];
  const flush = (): void => {
    result.push(...removed.map((left) => ({ left })));
    removed = [];
  };
  for (const line of lines) {
    if (line.kind === "removed") removed.push(line);
    else if (line.kind === "same") {
      flush();
      result.push({ left: line, right: line });
    } else {
      const left = removed.shift();
      result.push({ ...(left === undefined ? {} : { left }), right: line });
    }
  }
  flush();
  return result;
};

const unified = (lines: readonly DiffLine[], digits: number, options: DiffRowsOptions): readonly string[] => {
  const words = changedWords(lines, options.theme);
  return lines.flatMap((line) => diffLineRows(line, line.after ?? line.before, words.get(line) ?? shownText(line.text), digits, options));
};

/** Renders one line: its number, its mark, and its text, wrapped. `text` is escaped. */
export const diffLineRows = (
  { kind, isUnended }: DiffLine,
  number: number | undefined,
  text: string,
  digits: number,
  { width, theme, most }: DiffRowsOptions,
): readonly string[] => {
  const mark = kind === "added" ? "+" : kind === "removed" ? "-" : " ";
  const style: Style = kind === "added" ? theme.added : kind === "removed" ? theme.removed : plain;
  const all = wrap(text === "" ? " " : text, width - digits - 3);
  const rows = most !== undefined && all.length > LINE_ROWS ? [...all.slice(0, LINE_ROWS - 1), "…"] : all;
  const numbered = rows.map((row, at) => {
    const start = at === 0 ? String(number ?? "").padStart(digits) : " ".repeat(digits);
    const end = `${at === 0 ? mark : " "} ${row}`.trimEnd();
    return `${theme.dim(start)} ${style(end)}`.trimEnd();
  });
  return isUnended === true ? [...numbered, fit(`${" ".repeat(digits + 3)}${theme.dim("(no newline at the end)")}`, width)] : numbered;
};

const plain: Style = (text) => text;

const sideBySide = (lines: readonly DiffLine[], digits: number, options: DiffRowsOptions): readonly string[] => {
  const half = Math.floor((options.width - 3) / 2);
  const words = changedWords(lines, options.theme);
  const side = (line: DiffLine | undefined, number: number | undefined): readonly string[] =>
    line === undefined ? [] : diffLineRows(line, number, words.get(line) ?? shownText(line.text), digits, { ...options, width: half });
  return pairs(lines).flatMap(({ left, right }) => {
    const [one, other] = [side(left, left?.before), side(right, right?.after)];
    return Array.from({ length: Math.max(one.length, other.length) }, (_, at) => {
      const start = one[at] ?? "";
      return `${start}${" ".repeat(Math.max(0, half - visibleWidth(start)))} ${options.theme.dim("│")} ${other[at] ?? ""}`.trimEnd();
    });
  });
};

/** Escapes the text of a line, with spaces for its tabs. */
export const shownText = (text: string): string => escapeText(text).replaceAll("\t", "  ");

/** Returns lines that replace each other, escaped, with their different words marked. */
export const changedWords = (lines: readonly DiffLine[], theme: Theme): ReadonlyMap<DiffLine, string> => {
  const marked = new Map<DiffLine, string>();
  for (const { left, right } of pairs(lines)) {
    if (left === undefined || right === undefined || left.kind === "same") continue;
    if (left.text.length > WORDS_LIMIT || right.text.length > WORDS_LIMIT) continue;
    const parts = diffWordsWithSpace(left.text, right.text);
    // Without common words the marks would cover everything.
    if (!parts.some(({ added, removed, value }) => !added && !removed && value.trim() !== "")) continue;
    const text = (side: "added" | "removed", style: Style): string =>
      parts
        .map(({ added, removed, value }) =>
          (side === "added" ? removed : added) ? "" : added || removed ? style(visibleEnd(shownText(value))) : shownText(value),
        )
        .join("");
    marked.set(left, text("removed", theme.removedWords));
    marked.set(right, text("added", theme.addedWords));
  }
  return marked;
};

/** Spaces at the end of a row are not shown, so that a change of spaces alone has marks. */
const visibleEnd = (text: string): string => (text.trim() === "" ? "·".repeat(text.length) : text);
