import type { AgentActivity, CallBlock, CallState } from "coxswain/view";
import { escapeLine, escapeText } from "../../output/index.ts";
import { callSubject } from "./call-subject.ts";
import { diffRows } from "./diff-rows.ts";
import { ends, fit, wrap } from "./rows.ts";
import type { BlockOptions } from "./block-options.ts";
import { formatDuration, formatTokens } from "./figures.ts";
import { dollars } from "coxswain/providers";

/** Lines of a command's output: while it runs the last ones, then the first and the last ones. */
const OUTPUT = { running: 4, head: 2, tail: 4 } as const;
/** Rows of a diff, and lines of another tool's error. */
const DIFF_ROWS = 40;
const ERROR_LINES = 6;

/** Renders a call: one line, and below it the part of its result that people want to see. */
export const callRows = (call: CallBlock, options: BlockOptions): readonly string[] => [
  fit(titleRow(call, options), options.width),
  ...call.agents.map((agent) => agentRow(agent, options)),
  ...bodyRows(call, options).map((row) => (row === "" ? "" : `  ${row}`)),
];

const titleRow = (call: CallBlock, { theme }: BlockOptions): string => {
  const { state, tool } = call;
  const mark = MARKS[state] ?? "✗";
  const styled = state === "done" ? theme.success(mark) : FAILED.has(state) ? theme.error(mark) : theme.dim(mark);
  const subject = escapeLine(callSubject(call));
  const notes = callNotes(call).map((note) => theme.dim(note));
  return [`${styled} ${theme.strong(escapeLine(tool))}`, subject, ...notes].filter((part) => part !== "").join("  ");
};

const MARKS: Readonly<Partial<Record<CallState, string>>> = {
  writing: "…",
  pending: "·",
  asking: "?",
  running: "●",
  done: "✓",
  skipped: "–",
  cancelled: "–",
  interrupted: "–",
};

const FAILED: ReadonlySet<CallState> = new Set(["failed", "denied", "unknown_tool", "invalid_input"]);

/** Facts about a call in few words: its time, its size, or the reason that it did not run. */
const callNotes = (call: CallBlock): readonly string[] => {
  const { state, startedAt, endedAt, exitCode, output } = call;
  const seconds =
    startedAt === undefined || endedAt === undefined || endedAt - startedAt < 1000 ? [] : [formatDuration(endedAt - startedAt)];
  switch (state) {
    case "done": {
      const lines = output === "" ? 0 : output.split("\n").length;
      return [
        ...(call.tool === "read" || call.tool === "grep" || call.tool === "glob" || call.tool === "ls" ? [`${lines} lines`] : []),
        ...seconds,
      ];
    }
    case "failed":
      return [...(exitCode === undefined ? ["failed"] : [exitCode === null ? "killed" : `exit code ${exitCode}`]), ...seconds];
    case "unknown_tool":
      return ["there is no such tool"];
    case "invalid_input":
      return ["invalid arguments"];
    case "asking":
      return ["waits for your answer"];
    case "running":
    case "writing":
    case "pending":
      return [];
    default:
      return [state];
  }
};

const agentRow = (
  { name, agent, calls, last, startedAt, endedAt, usage, cost, outcome }: AgentActivity,
  { width, theme, now }: BlockOptions,
): string => {
  const figures = [
    `${calls} calls`,
    formatDuration((endedAt ?? now) - startedAt),
    ...(usage === undefined ? [] : [formatTokens(usage.input + usage.cacheRead + usage.cacheWrite + usage.output)]),
    ...(cost === undefined || cost === 0 ? [] : [dollars(cost)]),
    ...(outcome === undefined || outcome === "done" ? [] : [outcome]),
  ];
  const doing = endedAt === undefined && last?.kind === "call" ? `  ${escapeLine(last.tool)} ${escapeLine(callSubject(last))}` : "";
  return fit(`  ${theme.dim("└")} ${escapeLine(name ?? agent)} ${theme.dim(figures.join(", "))}${doing}`, width);
};

const bodyRows = (call: CallBlock, options: BlockOptions): readonly string[] => {
  const width = options.width - 2;
  const { theme, expanded } = options;
  if (call.diff !== undefined) return diffRows(call.diff, { width, theme, ...(expanded ? {} : { most: DIFF_ROWS }) });
  const lines = escapeText(call.output).trimEnd().split("\n");
  const text = lines.length === 1 && lines[0] === "" ? [] : lines;
  if (expanded) return text.flatMap((line) => wrap(line, width)).map(theme.dim);
  if (call.state === "running") return text.slice(-OUTPUT.running).map((line) => theme.dim(fit(line, width)));
  if (call.tool === "bash") return cut(text, { ...OUTPUT }, width, options);
  return FAILED.has(call.state) && call.state !== "denied" ? cut(text, { head: ERROR_LINES, tail: 0 }, width, options) : [];
};

const cut = (
  lines: readonly string[],
  limits: { readonly head: number; readonly tail: number },
  width: number,
  { theme }: BlockOptions,
): readonly string[] => {
  const { first, left, last } = ends(lines, limits);
  const rows = (part: readonly string[]): readonly string[] => part.map((line) => theme.dim(fit(line, width)));
  return [...rows(first), ...(left === 0 ? [] : [theme.dim(`… ${left} more lines`)]), ...rows(last)];
};
