import type { Block, NoticeBlock, ProviderBlock, ReasoningBlock, RunBlock, ShellBlock, SummaryBlock, UserBlock } from "coxswain/view";
import { escapeLine, escapeText } from "../../output/index.ts";
import type { Style } from "../themes/index.ts";
import { imageLine, imagesOf } from "./block-images.ts";
import type { BlockOptions } from "./block-options.ts";
import { callRows } from "./call-rows.ts";
import { callSubject } from "./call-subject.ts";
import { formatDuration, runFigures } from "./figures.ts";
import { wholeMarkdownRows } from "./markdown-stream.ts";
import { cutLines, lastOutputLines, outputLines } from "./output-lines.ts";
import { fit, withoutTabs, wrap, wrapBehind } from "./rows.ts";
import { todoRows } from "./todo-rows.ts";
import { jobRows, taskRows } from "./work-rows.ts";

/** Renders a block to rows of limited width, without trailing spaces. Each image is a line. */
export const blockRows = (block: Block, options: BlockOptions): readonly string[] => [
  ...blockTextRows(block, options),
  ...imagesOf(block).flatMap((image) => imageLine(image, options)),
];

/** Renders a block without its images. */
export const blockTextRows = (block: Block, options: BlockOptions): readonly string[] => {
  switch (block.kind) {
    case "user":
      return userRows(block, options);
    case "text":
      return wholeMarkdownRows(block.text, options);
    case "reasoning":
      return reasoningRows(block, options);
    case "call":
      return callRows(block, options);
    case "provider":
      return providerRows(block, options);
    case "shell":
      return shellRows(block, options);
    case "summary":
      return summaryRows(block, options);
    case "todos":
      return todoRows(block, options);
    case "task":
      return taskRows(block, options);
    case "job":
      return jobRows(block, options);
    case "notice":
      return noticeRows(block, options);
    case "custom":
      return block.text === undefined ? [] : wholeMarkdownRows(block.text, options);
    case "run":
      return runRows(block, options);
  }
};

const USER_LINES = { head: 12, tail: 4 };

const userRows = ({ text, source }: UserBlock, { width, theme, expanded }: BlockOptions): readonly string[] => {
  const lines = outputLines(text.replace(/^\s*\n/, ""));
  const shown = (expanded ? lines : cutLines(lines, USER_LINES)).join("\n");
  // Only the user's own messages look like the user's.
  if (source !== undefined) return wrapBehind("# ", `${escapeLine(source)}: ${shown}`, width).map(theme.dim);
  return shown === "" ? [] : wrapBehind("> ", shown, width).map(theme.accent);
};

/** Characters at the end of reasoning that are read for its last row. */
const LIVE_REASONING = 2000;

const reasoningRows = ({ text, at, endedAt, settled }: ReasoningBlock, { width, theme, expanded }: BlockOptions): readonly string[] => {
  if (!settled && endedAt === undefined) {
    const line = escapeText(text.slice(-LIVE_REASONING).toWellFormed()).trimEnd().split("\n").at(-1) ?? "";
    return wrap(withoutTabs(line), width)
      .slice(-1)
      .filter((row) => row !== "")
      .map(theme.dim);
  }
  const title = theme.dim(`Thought${endedAt === undefined ? "" : ` for ${formatDuration(endedAt - at)}`}`);
  return expanded ? [fit(title, width), ...indented(outputLines(text), width, theme.dim)] : [fit(title, width)];
};

const indented = (lines: readonly string[], width: number, style: Style): readonly string[] =>
  lines.flatMap((line) => wrap(line, width - 2)).map((row) => (row === "" ? "" : `  ${style(row)}`));

const providerRows = (
  { name, input, output = "", isError }: ProviderBlock,
  { width, theme, expanded }: BlockOptions,
): readonly string[] => {
  const mark = isError ? theme.error("✗") : theme.success("✓");
  const subject = input === undefined ? "" : `  ${escapeLine(callSubject({ tool: name, input, state: "done" }))}`;
  const text = escapeLine(output);
  const title = fit(`${mark} ${theme.strong(escapeLine(name))} ${theme.dim("at the provider")}${subject}`, width);
  if (expanded) return [title, ...indented(outputLines(output), width, theme.dim)];
  return [title, ...(text === "" ? [] : [`  ${theme.dim(fit(text, width - 2))}`])];
};

const SHELL_LINES = { head: 4, tail: 8 };

const shellRows = (
  { command, output, omittedLines, exitCode, settled }: ShellBlock,
  { width, theme, expanded }: BlockOptions,
): readonly string[] => {
  const title = fit(`${theme.accent("$")} ${theme.strong(escapeLine(command))}`, width);
  const rows = (lines: readonly string[]): readonly string[] => lines.map((line) => `  ${fit(line, width - 2)}`.trimEnd());
  if (!settled) return [title, ...rows(lastOutputLines(output, SHELL_LINES.head))];
  const end = exitCode === 0 ? [] : [`  ${theme.error(exitCode === null || exitCode === undefined ? "killed" : `exit code ${exitCode}`)}`];
  const lines = outputLines(output);
  return [title, ...(expanded ? indented(lines, width, (text) => text) : rows(cutLines(lines, SHELL_LINES, omittedLines))), ...end];
};

const summaryRows = ({ text, covers }: SummaryBlock, options: BlockOptions): readonly string[] => {
  const { width, theme, expanded } = options;
  const of = covers === undefined ? "Summary of another branch" : `Compacted messages ${covers.from} to ${covers.to}`;
  const title = fit(theme.dim(of), width);
  return expanded ? [title, ...wholeMarkdownRows(text, options)] : [title];
};

const noticeRows = ({ level, text }: NoticeBlock, { width, theme }: BlockOptions): readonly string[] => {
  const style = level === "error" ? theme.error : level === "warning" ? theme.warning : theme.dim;
  return wrapBehind(level === "info" ? "· " : "! ", messageText(text), width).map(style);
};

const messageText = (text: string): string => outputLines(text).join("\n").trim();

const runRows = (run: RunBlock, { width, theme }: BlockOptions): readonly string[] => {
  const { outcome } = run;
  const figures = runFigures(run).join(" · ");
  // Figures may be cut, and words about checks not.
  const row = (mark: string, text: string): readonly string[] =>
    run.checks === undefined ? [fit(`${mark}${text}`, width)] : wrapBehind(mark, text, width);
  switch (outcome.kind) {
    case "done":
      return row("─ ", figures).map(theme.dim);
    case "aborted":
      return row("─ ", `Interrupted · ${figures}`).map(theme.warning);
    case "limit":
      return [...wrapBehind("─ ", messageText(outcome.limit.message), width).map(theme.warning), ...row("  ", figures).map(theme.dim)];
    case "failed":
      return [...wrapBehind("─ ", messageText(outcome.error.message), width).map(theme.error), ...row("  ", figures).map(theme.dim)];
  }
};
