import { visibleWidth } from "@earendil-works/pi-tui";
import { type CallBlock, type CallState, decisionLines } from "coxswain/view";
import { escapeLine } from "../../output/index.ts";
import { agentRows } from "./agent-rows.ts";
import type { BlockOptions } from "./block-options.ts";
import { callSubject } from "./call-subject.ts";
import { changedLines } from "./diff-lines.ts";
import { diffRows } from "./diff-rows.ts";
import { formatDuration } from "./figures.ts";
import { cutLines, lastOutputLines, outputLines } from "./output-lines.ts";
import { fit, wrap } from "./rows.ts";

/** Lines of a command's output: while it runs the last ones, then the first and the last ones, more of them if it failed. */
const RUNNING = 4;
const DONE = { head: 2, tail: 4 } as const;
const FAILED_COMMAND = { head: 2, tail: 10 } as const;
/** Rows of a diff, and lines of another tool's error. */
const DIFF_ROWS = 40;
const ERROR = { head: 6, tail: 0 } as const;
/** Rows about why a call was denied. */
const REASON = 3;
/** Arguments that stream are counted from this many characters. */
const LONG_INPUT = 1000;

/** Renders a call without its images: one line, and below it the part of its result that people want to see. */
export const callRows = (call: CallBlock, options: BlockOptions): readonly string[] => [
  titleRow(call, options),
  ...agentRows(call.agents, options),
  ...bodyRows(call, { ...options, width: options.width - 2 }).map((row) => (row === "" ? "" : `  ${row}`)),
];

/** Columns of a subject below which it is not cut for the notes behind it. */
const SHORT_SUBJECT = 8;

/** Characters of a subject that are read: a command can have 100,000. */
const SUBJECT = 1000;

const titleRow = (call: CallBlock, { theme, width }: BlockOptions): string => {
  const { state, tool } = call;
  const mark = MARKS[state] ?? "✗";
  const styled = state === "done" ? theme.success(mark) : FAILED.has(state) ? theme.error(mark) : theme.dim(mark);
  const name = `${styled} ${theme.strong(escapeLine(tool))}`;
  const notes = callNotes(call).map((note) => theme.dim(note));
  // An exit code is more important than the end of a long command.
  const space = width - visibleWidth([name, "", ...notes].join("  "));
  const subject = fit(escapeLine(callSubject(call).slice(0, SUBJECT).toWellFormed()), space < SHORT_SUBJECT ? width : space);
  return fit([name, subject, ...notes].filter((part) => part !== "").join("  "), width);
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

/** Tools whose results are as long as what they found. */
const READERS: ReadonlySet<string> = new Set(["read", "grep", "glob", "ls"]);

/** Facts about a call in few words: its time, its size, or the reason that it did not run. */
const callNotes = (call: CallBlock): readonly string[] => {
  const { state, startedAt, endedAt, exitCode, output, diff } = call;
  const seconds =
    startedAt === undefined || endedAt === undefined || endedAt - startedAt < 1000 ? [] : [formatDuration(endedAt - startedAt)];
  switch (state) {
    case "done": {
      const lines = output === "" ? 0 : output.split("\n").length;
      return [
        ...(diff === undefined ? [] : [changedLines(diff)]),
        ...(READERS.has(call.tool) ? [lines === 1 ? "1 line" : `${lines} lines`] : []),
        ...seconds,
      ];
    }
    case "failed":
      return [...(exitCode === undefined ? ["failed"] : [exitCode === null ? "killed" : `exit code ${exitCode}`]), ...seconds];
    case "unknown_tool":
      return ["there is no such tool"];
    case "invalid_input":
      return ["invalid arguments"];
    case "writing": {
      const { length } = String(call.input);
      return length < LONG_INPUT ? [] : [`${Math.round(length / 1000)}k characters`];
    }
    // Shown above the question.
    case "asking":
    case "running":
    case "pending":
      return [];
    default:
      return [state];
  }
};

const bodyRows = (call: CallBlock, options: BlockOptions): readonly string[] => {
  const { width, theme, expanded } = options;
  if (call.diff !== undefined) return diffRows(call.diff, { width, theme, ...(expanded ? {} : { most: DIFF_ROWS }) });
  const rows = (lines: readonly string[]): readonly string[] => lines.map((line) => theme.dim(fit(line, width)));
  if (call.answers !== undefined) return decisionLines(call).flatMap((line) => wrap(escapeLine(line), width));
  if (call.state === "denied" && !expanded)
    return decisionLines(call)
      .flatMap((line) => wrap(escapeLine(line), width))
      .slice(0, REASON)
      .map(theme.dim);
  if (call.state === "running") return rows(lastOutputLines(call.output, RUNNING));
  if (expanded) return outputLines(call.output).flatMap((line) => wrap(line, width).map(theme.dim));
  const limits = foldedLines(call);
  return limits === undefined ? [] : rows(cutLines(outputLines(call.output), limits, call.omittedLines));
};

/** Numbers of lines of a result that are shown folded. Undefined: none. */
const foldedLines = ({ tool, state }: CallBlock): { readonly head: number; readonly tail: number } | undefined => {
  if (tool === "bash") return state === "failed" ? FAILED_COMMAND : DONE;
  return FAILED.has(state) ? ERROR : undefined;
};
