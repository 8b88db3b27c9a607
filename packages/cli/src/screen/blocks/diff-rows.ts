import { visibleWidth } from "@earendil-works/pi-tui";
import { diffWordsWithSpace } from "diff";
import { escapeText } from "../../output/index.ts";
import type { Style, Theme } from "../themes/index.ts";
import { type DiffLine, type FileChange, fileChanges } from "./diff-lines.ts";
import { fit, wrap } from "./rows.ts";

export interface DiffRowsOptions {
  readonly width: number;
  readonly theme: Theme;
  /** Maximum number of rows. Default: all. */
  readonly most?: number;
}

/** Columns from which a change is shown side by side. */
const SIDE_BY_SIDE = 140;
/** A longer line is compared as a whole. */
const WORDS_LIMIT = 500;

/** Renders a unified diff with line numbers and marked words: side by side where the width allows. */
export const diffRows = (diff: string, options: DiffRowsOptions): readonly string[] => {
  const files = fileChanges(diff);
  const rows = files.flatMap((file) => [
    ...(files.length > 1 ? [fit(options.theme.strong(escapeText(file.path)), options.width)] : []),
    ...fileRows(file, options),
  ]);
  const { most = rows.length } = options;
  return rows.length <= most ? rows : [...rows.slice(0, most - 1), options.theme.dim(`… ${rows.length - most + 1} more rows`)];
};

const fileRows = ({ hunks }: FileChange, options: DiffRowsOptions): readonly string[] => {
  const digits = String(Math.max(1, ...hunks.flat().map(({ before = 0, after = 0 }) => Math.max(before, after)))).length;
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
  let at = 0;
  while (at < lines.length) {
    const line = lines[at++] as DiffLine;
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

const unified = (lines: readonly DiffLine[], digits: number, { width, theme }: DiffRowsOptions): readonly string[] => {
  const words = changedWords(lines, theme);
  return lines.flatMap((line) => lineRows(line, words.get(line) ?? shown(line.text), { digits, width, theme }));
};

/** Rows of one line: its number, its mark, and its text, wrapped. */
const lineRows = (
  { kind, before, after }: DiffLine,
  text: string,
  { digits, width, theme }: { readonly digits: number; readonly width: number; readonly theme: Theme },
): readonly string[] => {
  const mark = kind === "added" ? "+" : kind === "removed" ? "-" : " ";
  const number = String(after ?? before ?? "").padStart(digits);
  const style: Style = kind === "added" ? theme.added : kind === "removed" ? theme.removed : (plain) => plain;
  return wrap(text === "" ? " " : text, width - digits - 3).map((row, at) =>
    `${theme.dim(at === 0 ? number : " ".repeat(digits))} ${style(`${at === 0 ? mark : " "} ${row}`)}`.trimEnd(),
  );
};

const sideBySide = (lines: readonly DiffLine[], digits: number, options: DiffRowsOptions): readonly string[] => {
  const half = Math.floor((options.width - 3) / 2);
  const words = changedWords(lines, options.theme);
  const side = (line: DiffLine | undefined, number: number | undefined): readonly string[] => {
    if (line === undefined) return [];
    const { before: _, after: __, ...rest } = line;
    const numbered = number === undefined ? rest : { ...rest, after: number };
    return lineRows(numbered, words.get(line) ?? shown(line.text), { digits, width: half, theme: options.theme });
  };
  return pairs(lines).flatMap(({ left, right }) => {
    const [one, other] = [side(left, left?.before), side(right, right?.after)];
    return Array.from({ length: Math.max(one.length, other.length) }, (_, at) => {
      const start = one[at] ?? "";
      return `${start}${" ".repeat(Math.max(0, half - visibleWidth(start)))} ${options.theme.dim("│")} ${other[at] ?? ""}`.trimEnd();
    });
  });
};

const shown = (text: string): string => escapeText(text).replaceAll("\t", "  ");

/** Lines that replace each other, with their different words marked. */
const changedWords = (lines: readonly DiffLine[], theme: Theme): ReadonlyMap<DiffLine, string> => {
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
          (side === "added" ? removed : added) ? "" : added || removed ? style(shown(value)) : shown(value),
        )
        .join("");
    marked.set(left, text("removed", theme.removedWords));
    marked.set(right, text("added", theme.addedWords));
  }
  return marked;
};
