import { medianOf } from "../measure/median.ts";
import type { Figures, Measured, Results } from "./results.ts";

/** The program with the least code; ratios are to its figures. */
const BARE = "bare limit";

interface Column {
  readonly head: string;
  readonly row: string;
  readonly figure: keyof Figures;
  /** Digits after the decimal point. Default: 0. */
  readonly digits?: number;
}

interface Table {
  readonly title: string;
  readonly columns: readonly Column[];
}

/** All tables of a measurement. Times are in milliseconds, memory in MB. */
const TABLES: readonly Table[] = [
  {
    title: "Coding agents: start",
    columns: [
      { head: "`--version`, ms", row: "version", figure: "wallMs" },
      { head: "start to first request, ms", row: "answer", figure: "requestMs" },
      { head: "one answer: wall ms", row: "answer", figure: "wallMs" },
      { head: "CPU ms", row: "answer", figure: "cpuMs" },
      { head: "peak MB", row: "answer", figure: "peakMB" },
    ],
  },
  {
    title: "Coding agents: 50 shell calls",
    columns: [
      { head: "wall ms", row: "shellCalls", figure: "wallMs" },
      { head: "CPU ms", row: "shellCalls", figure: "cpuMs" },
      { head: "gap of a turn, ms", row: "shellCalls", figure: "gapMs", digits: 1 },
      { head: "peak MB", row: "shellCalls", figure: "peakMB" },
    ],
  },
  {
    title: "Coding agents: 20,000 deltas",
    columns: [
      { head: "wall ms", row: "deltas", figure: "wallMs" },
      { head: "CPU ms", row: "deltas", figure: "cpuMs" },
      { head: "peak MB", row: "deltas", figure: "peakMB" },
    ],
  },
  {
    title: "Coding agents: a session of 100,000 entries, continued",
    columns: [
      { head: "compacted: wall ms", row: "compacted", figure: "wallMs" },
      { head: "CPU ms", row: "compacted", figure: "cpuMs" },
      { head: "peak MB", row: "compacted", figure: "peakMB" },
      { head: "whole history: wall ms", row: "wholeHistory", figure: "wallMs" },
      { head: "CPU ms", row: "wholeHistory", figure: "cpuMs" },
      { head: "peak MB", row: "wholeHistory", figure: "peakMB" },
    ],
  },
  {
    title: "Libraries: import, and 200 turns over HTTP",
    columns: [
      { head: "start with the import, ms", row: "libraryImport", figure: "wallMs" },
      { head: "peak MB", row: "libraryImport", figure: "peakMB" },
      { head: "gap of a turn, ms", row: "turns", figure: "gapMs", digits: 2 },
      { head: "at turn 10", row: "turns", figure: "earlyGapMs", digits: 2 },
      { head: "at turn 190", row: "turns", figure: "lateGapMs", digits: 2 },
      { head: "CPU ms", row: "turns", figure: "cpuMs" },
      { head: "peak MB", row: "turns", figure: "peakMB" },
    ],
  },
  {
    title: "Libraries: 20,000 deltas, and 200 sessions at once",
    columns: [
      { head: "20,000 deltas: CPU ms", row: "libraryDeltas", figure: "cpuMs" },
      { head: "peak MB", row: "libraryDeltas", figure: "peakMB" },
      { head: "200 sessions: CPU ms", row: "sessions", figure: "cpuMs" },
      { head: "wall ms", row: "sessions", figure: "wallMs" },
      { head: "peak MB", row: "sessions", figure: "peakMB" },
    ],
  },
];

/** The short table of coding agents. */
const SHORT: readonly Table[] = [
  {
    title: "Coding agents",
    columns: [
      { head: "start to first request, ms", row: "answer", figure: "requestMs" },
      { head: "50 shell calls: wall ms", row: "shellCalls", figure: "wallMs" },
      { head: "peak MB", row: "shellCalls", figure: "peakMB" },
      { head: "20,000 deltas: CPU ms", row: "deltas", figure: "cpuMs" },
      { head: "100,000 entries continued: compacted, ms", row: "compacted", figure: "wallMs" },
      { head: "whole, ms", row: "wholeHistory", figure: "wallMs" },
    ],
  },
  {
    title: "Libraries",
    columns: [
      { head: "start with the import, ms", row: "libraryImport", figure: "wallMs" },
      { head: "gap of a turn, ms", row: "turns", figure: "gapMs", digits: 2 },
      { head: "200 turns: CPU ms", row: "turns", figure: "cpuMs" },
      { head: "20,000 deltas: CPU ms", row: "libraryDeltas", figure: "cpuMs" },
      { head: "200 sessions: CPU ms", row: "sessions", figure: "cpuMs" },
      { head: "peak MB", row: "sessions", figure: "peakMB" },
    ],
  },
];

/** All measured tables as Markdown, each with its title; tables of rows that were not measured are omitted. */
export const allTables = (results: Results): string =>
  [conditions(results), ...TABLES.flatMap((table) => withTitle(table, results)), ...failures(results)].join("\n\n");

/** The short tables as Markdown. */
export const shortTables = (results: Results): string =>
  [conditions(results), ...SHORT.map((table) => markdown(table, results, 2))].join("\n\n");

const conditions = ({ date, node, machine, load, times }: Results): string =>
  `${date}, Node ${node}, ${machine}, load average ${load} before the start.\n` +
  `Medians of ${times} runs in rotation, and in parentheses the ratio to the bare limit. Lower is better.`;

const withTitle = (table: Table, results: Results): readonly string[] =>
  table.columns.some(({ row }) => results.rows[row] !== undefined) ? [`### ${table.title}`, markdown(table, results)] : [];

/** Programs with fewer figures than `least` are omitted. */
const markdown = ({ columns }: Table, results: Results, least = 1): string => {
  const measured = columns.map(({ row }) => results.rows[row] ?? {});
  const all = new Set(Object.values(results.rows).flatMap(Object.keys));
  const names = [...all].filter((name) => measured.filter((row) => name in row).length >= least);
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [
    line(["", ...columns.map(({ head }) => head)]),
    `|---|${"---:|".repeat(columns.length)}`,
    ...names.map((name) => line([title(name, results), ...columns.map((column) => cell(column, name, results))])),
  ].join("\n");
};

const title = (name: string, { versions }: Results): string => {
  const text = versions[name] === undefined ? name : `${name} ${versions[name]}`;
  return name === "Coxswain" ? `**${text}**` : text;
};

const cell = (column: Column, name: string, { rows }: Results): string => {
  const figures = rows[column.row];
  const value = figureOf(figures?.[name], column);
  if (value === undefined) return "-";
  const least = figureOf(figures?.[BARE], column);
  const ratio = least === undefined || least <= 0 || name === BARE ? "" : ` (${(value / least).toFixed(1)}x)`;
  return `${format(value, column)}${ratio}`;
};

const figureOf = (measured: Measured | undefined, { figure }: Column): number | undefined => {
  if (measured === undefined || measured.runs.length === 0) return undefined;
  const value = medianOf(measured.runs, (run) => run[figure] ?? Number.NaN);
  return Number.isNaN(value) ? undefined : value;
};

const format = (value: number, { digits = 0 }: Column): string =>
  value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** One line for each program that could not run. */
const failures = ({ rows }: Results): readonly string[] =>
  Object.entries(rows).flatMap(([row, measured]) =>
    Object.entries(measured).flatMap(([name, { failure }]) =>
      failure === undefined ? [] : [`Not measured: ${name} in \`${row}\` (${failure.replaceAll(/\s+/g, " ").slice(0, 200)}).`],
    ),
  );
