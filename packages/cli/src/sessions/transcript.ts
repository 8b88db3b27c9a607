import type { SessionReading } from "coxswain";
import { dollars } from "coxswain/providers";
import {
  type AgentActivity,
  type Block,
  type CallBlock,
  type NoticeBlock,
  type RunBlock,
  SessionView,
  type TaskBlock,
} from "coxswain/view";
import { callLine, providerLines, todoLines } from "../display/index.ts";
import { escapeLine, escapeText } from "../output/index.ts";
import { formatMinute } from "../time/index.ts";

/** Formats the conversation of a session as plain text, escaped for a terminal. */
export const transcript = ({ header, state, entries }: SessionReading, columns: number): string => {
  const view = new SessionView(state.id);
  for (const entry of entries) view.add(entry);
  const head = [
    `Session  ${state.id}`,
    `Folder   ${escapeLine(state.cwd)}`,
    `Model    ${escapeLine(state.model)}`,
    ...(header.kind === "subagent" && state.parent !== undefined ? [`Agent of ${escapeLine(state.parent.session)}`] : []),
    ...(state.title === undefined ? [] : [`Title    ${escapeLine(state.title)}`]),
  ];
  const { blocks } = view;
  const body = blocks.flatMap((block, at) => [...sourceLines(block, blocks[at - 1]), ...paragraphs(block, blocks, columns)]);
  return `${[head.join("\n"), ...body].join("\n\n")}\n`;
};

/** Names the plugin that wrote an answer instead of the model, before the first block of the answer. */
const sourceLines = (block: Block, before: Block | undefined): readonly string[] => {
  if (!("message" in block) || block.response?.source === undefined) return [];
  if (before !== undefined && "message" in before && before.message === block.message) return [];
  return [`(added by ${escapeLine(block.response.source)})`];
};

/** Maximum lines of a result. */
const RESULT_LINES = 8;

const paragraphs = (block: Block, blocks: readonly Block[], columns: number): readonly string[] => {
  switch (block.kind) {
    case "user": {
      const source = block.source === undefined ? "" : `(${escapeLine(block.source)}) `;
      return [
        `[${formatMinute(block.at)}] ${source}${escapeText(block.text).trim()}${block.images.length === 0 ? "" : " (with an image)"}`,
      ];
    }
    case "text":
      return block.text.trim() === "" ? [] : [escapeText(block.text).trim()];
    case "reasoning":
      return [];
    case "call":
      return callParagraphs(block, columns);
    case "provider":
      return providerLines(block, columns);
    case "shell": {
      const code = (block.exitCode ?? 0) === 0 ? "" : ` (exit code ${block.exitCode})`;
      const output = block.output.trim() === "" ? [] : [resultLines(block.output, columns)];
      return [[`$ ${escapeLine(block.command)}${code}`, ...output].join("\n")];
    }
    case "summary": {
      const of = block.covers;
      const title = of === undefined ? "summary of another branch" : `compacted: this summary replaces messages ${of.from} to ${of.to}`;
      return [`(${title})\n${escapeText(block.text).trim()}`];
    }
    case "todos":
      return block.items.length === 0 ? [] : [todoLines(block.items, columns).join("\n")];
    case "task":
      return [taskParagraph(block)];
    case "job": {
      const { id, command, ending } = block.job;
      const code = (block.exitCode ?? 0) === 0 ? "" : `, exit code ${block.exitCode}`;
      if (ending === undefined) return [`(job ${escapeLine(id)} started in the background: ${escapeLine(command)})`];
      return [`(job ${escapeLine(id)} ended: ${escapeLine(ending)}${code})`];
    }
    case "notice":
      return [noticeParagraph(block, blocks)];
    case "custom":
      return block.text === undefined ? [] : [escapeText(block.text).trim()];
    case "run":
      return runParagraphs(block);
  }
};

/** The call, its agents, and its result. */
const callParagraphs = (call: CallBlock, columns: number): readonly string[] => {
  const { message, tool, input, requested, agents, output, images, state } = call;
  const shown = [output.trim() === "" ? "" : resultLines(output, columns), ...images.map(() => "  (an image)")].filter(
    (part) => part !== "",
  );
  return [
    ...(message === "" ? [] : [`> ${callLine({ name: tool, input: requested ?? input }, columns - 2)}`]),
    ...(requested === undefined ? [] : [`(a hook changed the arguments to ${escapeLine(JSON.stringify(input))})`]),
    ...agents.flatMap(agentParagraphs),
    ...(state === "interrupted" ? ["  (interrupted)"] : shown.length === 0 ? [] : [shown.join("\n")]),
  ];
};

const agentParagraphs = (activity: AgentActivity): readonly string[] => {
  const { agent, name, endedAt, outcome } = activity;
  const ending = outcome === undefined ? "" : `: ${escapeLine(outcome)}`;
  return [
    `(agent started${name === undefined ? "" : `: ${escapeLine(name)}`}; session ${escapeLine(agent)})`,
    ...(endedAt === undefined ? [] : [`(agent ${escapeLine(agent)} ended${ending}${spent(activity)})`]),
  ];
};

/** The result of the task is a separate message. */
const taskParagraph = (block: TaskBlock): string => {
  const { id, name, description, ending } = block.task;
  return ending === undefined
    ? `(task ${escapeLine(id)} started in the background: ${escapeLine(name)}, ${escapeLine(description)})`
    : `(task ${escapeLine(id)} ended: ${escapeLine(ending)}${spent(block)})`;
};

const spent = ({ calls, cost = 0 }: { readonly calls: number; readonly cost?: number }): string =>
  `${calls === 0 ? "" : calls === 1 ? ", 1 call" : `, ${calls} calls`}${cost === 0 ? "" : `, ${dollars(cost)}`}`;

/** A notice about a message names the time of the message. */
const noticeParagraph = ({ text, about }: NoticeBlock, blocks: readonly Block[]): string => {
  const target = about === undefined ? undefined : blocks.find((block) => idsOf(block).includes(about));
  return `(${escapeLine(text)}${target === undefined ? "" : ` (message of ${formatMinute(target.at)})`})`;
};

/** Ids of the entries that a block is made of. */
const idsOf = (block: Block): readonly (string | undefined)[] => [
  block.id,
  ...("message" in block ? [block.message] : []),
  ...(block.kind === "call" ? [block.result] : []),
];

const runParagraphs = ({ outcome }: RunBlock): readonly string[] => {
  switch (outcome.kind) {
    case "done":
      return [];
    case "aborted":
      return ["(interrupted)"];
    case "limit":
      return [`(stopped: ${escapeLine(outcome.limit.message)})`];
    case "failed":
      return [`(failed: ${escapeLine(outcome.error.message)})`];
  }
};

const resultLines = (output: string, columns: number): string => {
  const lines = escapeText(output).trim().split("\n");
  const more = lines.length - RESULT_LINES;
  const shown = more > 1 ? [...lines.slice(0, RESULT_LINES), `… ${more} more lines`] : lines;
  return shown.map((line) => `  ${line}`.slice(0, columns)).join("\n");
};
