import { dollars } from "coxswain/providers";
import type { Block, NoticeBlock, ProviderBlock, RunBlock, ShellBlock, TodosBlock, UserBlock } from "coxswain/view";
import { escapeLine, escapeText } from "../../output/index.ts";
import type { BlockOptions } from "./block-options.ts";
import { callRows } from "./call-rows.ts";
import { callSubject } from "./call-subject.ts";
import { formatDuration, formatTokens } from "./figures.ts";
import { markdownRows } from "./markdown.ts";
import { ends, fit, wrap, wrapBehind } from "./rows.ts";

/** Renders a block to rows of limited width, without trailing spaces. */
export const blockRows = (block: Block, options: BlockOptions): readonly string[] => {
  const { width, theme, expanded } = options;
  switch (block.kind) {
    case "user":
      return userRows(block, options);
    case "text":
      return markdownRows(block.text, width, theme);
    case "reasoning": {
      const time = block.endedAt === undefined ? "" : ` for ${formatDuration(block.endedAt - block.at)}`;
      const title = theme.dim(`Thought${time}`);
      return expanded ? [title, ...wrapBehind("  ", escapeText(block.text).trim(), width).map(theme.dim)] : [title];
    }
    case "call":
      return callRows(block, options);
    case "provider":
      return providerRows(block, options);
    case "shell":
      return shellRows(block, options);
    case "summary": {
      const title =
        block.covers === undefined ? "Summary of another branch" : `Compacted messages ${block.covers.from} to ${block.covers.to}`;
      return expanded ? [theme.dim(title), ...markdownRows(block.text, width, theme)] : [theme.dim(title)];
    }
    case "todos":
      return todoRows(block, options);
    case "notice":
      return noticeRows(block, options);
    case "custom":
      return block.text === undefined ? [] : markdownRows(block.text, width, theme);
    case "run":
      return runRows(block, options);
  }
};

const USER_LINES = { head: 12, tail: 4 };

const userRows = ({ text, images, source }: UserBlock, { width, theme, expanded }: BlockOptions): readonly string[] => {
  const lines = escapeText(text).trim().split("\n");
  const { first, left, last } = expanded ? { first: lines, left: 0, last: [] } : ends(lines, USER_LINES);
  const shown = [...first, ...(left === 0 ? [] : [`… ${left} more lines`]), ...last].join("\n");
  const pictures = images.map(({ name, mediaType }) => `[image: ${escapeLine(name ?? mediaType)}]`);
  const body = [...(shown === "" ? [] : [shown]), ...pictures].join("\n");
  // Only the user's own messages look like the user's.
  if (source !== undefined) return wrapBehind("# ", `${escapeLine(source)}: ${body}`, width).map(theme.dim);
  return wrapBehind("> ", body, width).map((row) => theme.accent(row));
};

const providerRows = ({ name, input, output = "", isError }: ProviderBlock, { width, theme }: BlockOptions): readonly string[] => {
  const mark = isError ? theme.error("✗") : theme.success("✓");
  const subject = input === undefined ? "" : `  ${escapeLine(callSubject({ input, state: "done" }))}`;
  const text = escapeLine(output);
  return [
    fit(`${mark} ${theme.strong(escapeLine(name))} ${theme.dim("at the provider")}${subject}`, width),
    ...(text === "" ? [] : [theme.dim(`  ${fit(text, width - 2)}`)]),
  ];
};

const SHELL_LINES = { head: 4, tail: 8 };

const shellRows = ({ command, output, exitCode, settled }: ShellBlock, { width, theme, expanded }: BlockOptions): readonly string[] => {
  const lines = escapeText(output).trimEnd().split("\n");
  const { first, left, last } = expanded ? { first: lines, left: 0, last: [] } : ends(lines, SHELL_LINES);
  const end =
    !settled || exitCode === 0 ? [] : [theme.error(exitCode === null || exitCode === undefined ? "killed" : `exit code ${exitCode}`)];
  const shown = [...first, ...(left === 0 ? [] : [`… ${left} more lines`]), ...last].filter(
    (line, at, all) => line !== "" || all.length > at + 1,
  );
  return [
    fit(`${theme.accent("$")} ${theme.strong(escapeLine(command))}`, width),
    ...shown.map((line) => `  ${fit(line, width - 2)}`),
    ...end.map((row) => `  ${row}`),
  ];
};

const TODO_MARKS = { completed: "✓", in_progress: "▸", pending: "○" } as const;

const todoRows = ({ items }: TodosBlock, { width, theme }: BlockOptions): readonly string[] =>
  items.map(({ content, status }) => {
    const row = fit(`  ${TODO_MARKS[status]} ${escapeLine(content)}`, width);
    return status === "completed" ? theme.dim(row) : status === "in_progress" ? theme.strong(row) : row;
  });

const noticeRows = ({ level, text }: NoticeBlock, { width, theme }: BlockOptions): readonly string[] => {
  const style = level === "error" ? theme.error : level === "warning" ? theme.warning : theme.dim;
  return wrapBehind(level === "info" ? "· " : "! ", escapeText(text).trim(), width).map((row) => style(row));
};

const runRows = ({ outcome, at, endedAt, turns, usage, cost }: RunBlock, { width, theme }: BlockOptions): readonly string[] => {
  const tokens = usage.input + usage.cacheRead + usage.cacheWrite + usage.output;
  const figures = [
    formatDuration(endedAt - at),
    turns === 1 ? "1 turn" : `${turns} turns`,
    `${formatTokens(tokens)} tokens`,
    ...(cost === 0 ? [] : [dollars(cost)]),
  ].join(" · ");
  switch (outcome.kind) {
    case "done":
      return [fit(theme.dim(`─ ${figures}`), width)];
    case "aborted":
      return [fit(theme.warning(`─ Interrupted · ${figures}`), width)];
    case "limit":
      return [...wrap(theme.warning(`─ ${escapeText(outcome.limit.message)}`), width), fit(theme.dim(`  ${figures}`), width)];
    case "failed":
      return [...wrap(theme.error(`─ ${escapeText(outcome.error.message)}`), width), fit(theme.dim(`  ${figures}`), width)];
  }
};
