import { dollars } from "coxswain/providers";
import type {
  AgentActivity,
  Block,
  CallBlock,
  NoticeBlock,
  ProviderBlock,
  RunBlock,
  ShellBlock,
  TodosBlock,
  UserBlock,
} from "coxswain/view";
import { decisionLines, jobText, taskText } from "coxswain/view";
import { escapeLine, escapeText } from "../../output/index.ts";
import { callSubject, type DiffLine, ends, fileChanges, formatDuration, runFigures } from "../blocks/index.ts";

/** Lines of a command's output, of another tool's error, and of a diff. */
const OUTPUT = { head: 2, tail: 4 };
const ERROR = { head: 6, tail: 0 };
const DIFF_LINES = 40;

/** Describes a complete block in lines of text, escaped for the terminal. The lines of a streamed block are printed elsewhere. */
export const blockLines = (block: Block): readonly string[] => {
  switch (block.kind) {
    case "user":
      return userLines(block);
    case "text":
      return textLines(block.text);
    case "reasoning":
      // The activity line reports that the model thinks.
      return [];
    case "call":
      return callEnd(block);
    case "provider":
      return providerLines(block);
    case "shell":
      return [...textLines(block.output), ...shellEnd(block)];
    case "summary":
      return [
        block.covers === undefined
          ? "Summarized another branch."
          : `Compacted messages ${block.covers.from} to ${block.covers.to} to a summary.`,
      ];
    case "todos":
      return todoLines(block);
    case "task":
      return [escapeLine(taskText(block.task))];
    case "job":
      return [escapeLine(jobText(block.job))];
    case "custom":
      return block.text === undefined ? [] : textLines(block.text);
    case "notice":
      return noticeLines(block);
    case "run":
      return [runLine(block)];
  }
};

/** The lines of a text of any content. */
const textLines = (text: string): readonly string[] => (text.trim() === "" ? [] : escapeText(text).trimEnd().split("\n"));

const userLines = ({ text, images, source }: UserBlock): readonly string[] => {
  const [first = "", ...others] = escapeText(text).trim().split("\n");
  const author = source === undefined ? "You" : `Message of ${escapeLine(source)}`;
  return [`${author}: ${first}`, ...others, ...images.map(({ name, mediaType }) => `Image: ${escapeLine(name ?? mediaType)}`)];
};

/** Describes the beginning of a call. */
export const callStart = (call: CallBlock): string => {
  const text = callSubject(call);
  // Arguments that have no main one say little in a line.
  const subject = text === JSON.stringify(call.input) ? "" : escapeLine(text);
  return `Call ${escapeLine(call.tool)}${subject === "" ? "" : `: ${subject}`}`;
};

/** Describes the end of a call and the part of its result that people want to see. */
const callEnd = (call: CallBlock): readonly string[] => [`${escapeLine(call.tool)} ${endingOf(call)}`, ...resultLines(call)];

const endingOf = (call: CallBlock): string => {
  const { state, startedAt, endedAt, exitCode } = call;
  const time =
    startedAt === undefined || endedAt === undefined || endedAt - startedAt < 1000 ? "" : ` after ${formatDuration(endedAt - startedAt)}`;
  switch (state) {
    case "done":
      return `finished${time}`;
    case "failed":
      if (exitCode === undefined) return `failed${time}`;
      return exitCode === null ? `was killed${time}` : `failed with exit code ${exitCode}${time}`;
    case "denied":
      return ["was denied", ...decisionLines(call).map(escapeLine)].join(": ");
    case "unknown_tool":
      return "does not exist";
    case "invalid_input":
      return "got invalid arguments";
    default:
      return `was ${state}${time}`;
  }
};

const resultLines = (call: CallBlock): readonly string[] => {
  if (call.diff !== undefined) return diffLines(call.diff);
  if (call.answers !== undefined)
    return call.answers.map(
      ({ question, answers }) =>
        `${escapeLine(question)} ${answers.length === 0 ? "No answer." : `Your answer: ${answers.map(escapeLine).join(", ")}`}`,
    );
  const lines = textLines(call.output);
  if (call.tool === "bash") return cut(lines, OUTPUT);
  return call.state === "failed" || call.state === "invalid_input" ? cut(lines, ERROR) : [];
};

/** All lines of a call's result, or of a command. */
export const wholeLines = (block: CallBlock | ShellBlock): readonly string[] =>
  block.kind === "call" && block.diff !== undefined ? diffLines(block.diff, Number.POSITIVE_INFINITY) : textLines(block.output);

const diffLines = (diff: string, most = DIFF_LINES): readonly string[] => {
  const lines = fileChanges(diff).flatMap(({ path, notes, hunks }) => [
    [`${escapeLine(path)}: ${lineCount(hunks, "added")} added, ${lineCount(hunks, "removed")} removed`, ...notes.map(escapeLine)].join(
      ", ",
    ),
    ...hunks.flatMap((hunk) => {
      const { after, before } = hunk[0] ?? {};
      const at = after ?? before;
      return [
        ...(at === undefined ? [] : [`Line ${at}:`]),
        ...hunk.map(({ kind, text }) => `${MARKS[kind]} ${escapeText(text).trimEnd()}`.trimEnd()),
      ];
    }),
  ]);
  return lines.length <= most ? lines : [...lines.slice(0, most - 1), moreLines(lines.length - most + 1)];
};

const lineCount = (hunks: readonly (readonly DiffLine[])[], kind: DiffLine["kind"]): number =>
  hunks.flat().filter((line) => line.kind === kind).length;

const MARKS = { same: " ", added: "+", removed: "-" } as const;

const cut = (lines: readonly string[], limits: { readonly head: number; readonly tail: number }): readonly string[] => {
  const { first, left, last } = ends(lines, limits);
  return [...first, ...(left === 0 ? [] : [moreLines(left)]), ...last];
};

/** Mentions the omitted lines. */
const moreLines = (count: number): string => `(${count} more lines; /more shows all of them)`;

/** Describes the beginning of a sub-agent, or its end. */
export const agentLine = ({ name, agent, calls, startedAt, endedAt, cost, outcome }: AgentActivity): string => {
  const title = `Agent ${escapeLine(name ?? agent)}`;
  if (endedAt === undefined) return `${title} started`;
  const figures = [`${calls} calls`, formatDuration(endedAt - startedAt), ...(cost === undefined || cost === 0 ? [] : [dollars(cost)])];
  return `${title} ended${outcome === undefined || outcome === "done" ? "" : ` (${outcome})`}: ${figures.join(", ")}`;
};

const providerLines = ({ name, input, output = "", isError }: ProviderBlock): readonly string[] => {
  const subject = input === undefined ? "" : escapeLine(callSubject({ tool: name, input, state: "done" }));
  const text = escapeLine(output);
  return [
    `Call ${escapeLine(name)} at the provider${isError ? " failed" : ""}${subject === "" ? "" : `: ${subject}`}`,
    ...(text === "" ? [] : [text]),
  ];
};

/** Describes the end of a command of the user. Empty for success. */
export const shellEnd = ({ exitCode }: ShellBlock): readonly string[] =>
  exitCode === 0 ? [] : [exitCode === null || exitCode === undefined ? "Killed" : `Exit code ${exitCode}`];

const TODO_STATES = { completed: "done", in_progress: "in progress", pending: "to do" } as const;

const todoLines = ({ items }: TodosBlock): readonly string[] =>
  items.map(({ content, status }, at) => `${at + 1}. ${TODO_STATES[status]}: ${escapeLine(content)}`);

const LEVELS = { info: "Note", warning: "Warning", error: "Error" } as const;

const noticeLines = ({ level, text }: NoticeBlock): readonly string[] => {
  const [first = "", ...others] = escapeText(text).trim().split("\n");
  return [`${LEVELS[level]}: ${first}`, ...others];
};

const runLine = (run: RunBlock): string => {
  const { outcome } = run;
  const figures = runFigures(run).join(", ");
  switch (outcome.kind) {
    case "done":
      return `Done: ${figures}`;
    case "aborted":
      return `Interrupted: ${figures}`;
    case "limit":
      return `Stopped: ${escapeLine(outcome.limit.message)} (${figures})`;
    case "failed":
      return `Failed: ${escapeLine(outcome.error.message)} (${figures})`;
  }
};
