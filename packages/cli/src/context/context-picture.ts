import type { ContextReport } from "coxswain/session";
import { columns, escapeLine, wrapLine } from "../output/index.ts";
import { costText, largestItems } from "./context-page.ts";
import { type ContextPart, contextParts } from "./context-parts.ts";

export interface ContextPictureOptions {
  /** Columns of a row. */
  readonly width: number;
  /** Colors text about a kind. */
  readonly paint: (kind: ContextPart["kind"], text: string) => string;
}

/** Cells for each part, so that the picture needs no color. */
const LETTERS: Readonly<Record<ContextPart["kind"], string>> = {
  tool: "T",
  system: "S",
  summary: "C",
  preserved: "P",
  person: "U",
  reasoning: "r",
  assistant: "M",
  result: "R",
  image: "I",
  note: "N",
  answer: "-",
  free: "·",
};

/** Rows and columns of the grid at most. */
const GRID_ROWS = 5;
const GRID_COLUMNS = 50;
/** Details of a part at most. */
const MOST_DETAILS = 6;

/** Draws what fills the context window: a grid of cells, a legend with the tokens, and the cost of the next request. */
export const contextPicture = (report: ContextReport, { width, paint }: ContextPictureOptions): readonly string[] => {
  const parts = contextParts(report);
  const whole = report.window ?? report.total;
  const share = report.window === undefined ? "tokens" : `of ${formatCount(whole)} tokens, ${percent(report.total, whole)}`;
  const estimate = report.measured ? "" : ", an estimate";
  return [
    ...wrapped(`${formatCount(report.total)} ${share}${estimate} · ${escapeLine(report.model)}`, width),
    "",
    ...contextGrid(report, { width, paint }),
    "",
    ...legendRows(parts, whole, width, paint),
    "",
    ...(report.items.length === 0 ? [] : [...largestItems(report, width), ""]),
    ...costText(report).flatMap((line) => wrapped(line.replaceAll("\n", " "), width)),
  ];
};

/** Wraps between words, and cuts words that are longer than a row. */
const wrapped = (line: string, width: number): readonly string[] => wrapLine(line, width).map((row) => row.slice(0, width));

/** Draws the window as a grid. Each part that is not empty has at least one cell. */
const contextGrid = (report: ContextReport, { width, paint }: ContextPictureOptions): readonly string[] => {
  const perRow = Math.max(1, Math.min(GRID_COLUMNS, width - 2));
  const cells = cellsOf(contextParts(report), perRow * GRID_ROWS);
  return Array.from({ length: GRID_ROWS }, (_, row) => {
    const shown = cells.slice(row * perRow, (row + 1) * perRow);
    const runs = [...Map.groupBy(shown, (kind) => kind)];
    return runs.map(([kind, same]) => paint(kind, LETTERS[kind].repeat(same.length))).join("");
  });
};

/** Gives each part its share of the cells; the largest part takes what rounding leaves. */
const cellsOf = (parts: readonly ContextPart[], count: number): readonly ContextPart["kind"][] => {
  const filled = parts.filter(({ tokens }) => tokens > 0);
  const total = filled.reduce((sum, { tokens }) => sum + tokens, 0);
  const shares = filled.map(({ tokens }) => Math.max(1, Math.round((tokens / total) * count)));
  const largest = shares.indexOf(Math.max(...shares));
  const rest = count - shares.reduce((sum, share) => sum + share, 0);
  return filled.flatMap(({ kind }, at) => Array.from({ length: (shares[at] ?? 0) + (at === largest ? rest : 0) }, () => kind));
};

const legendRows = (
  parts: readonly ContextPart[],
  whole: number,
  width: number,
  paint: ContextPictureOptions["paint"],
): readonly string[] => {
  const detail = (name: string, tokens: number) => ({ kind: undefined, cells: [" ", formatCount(tokens), "", `  ${name}`] });
  const lines = parts.flatMap(({ kind, name, tokens, details }) => {
    const shown = details.length === 1 ? [] : details.slice(0, MOST_DETAILS);
    const left = shown.length === 0 ? [] : details.slice(shown.length);
    return [
      { kind, cells: [LETTERS[kind], formatCount(tokens), percent(tokens, whole), name] },
      ...shown.map((one) => detail(`${escapeLine(one.name)}${one.count === 1 ? "" : ` (${one.count})`}`, one.tokens)),
      ...(left.length === 0 ? [] : [detail(`${left.length} more`, sum(left))]),
    ];
  });
  // The figures come first, because a narrow terminal cuts the end of a row.
  const rows = columns(
    lines.map(({ cells }) => cells),
    [1, 2],
  ).split("\n");
  return lines.map(({ kind }, at) => {
    const row = (rows[at] ?? "").slice(0, width);
    return kind === undefined ? row : paint(kind, row.slice(0, 1)) + row.slice(1);
  });
};

const sum = (items: readonly { readonly tokens: number }[]): number => items.reduce((total, { tokens }) => total + tokens, 0);

const formatCount = (count: number): string => count.toLocaleString("en-US");

const percent = (part: number, whole: number): string => (whole <= 0 ? "" : `${Math.round((part / whole) * 100)}%`);
