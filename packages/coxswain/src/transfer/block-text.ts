import { dollars, type ImagePart } from "../model/index.ts";
import { type AgentActivity, type Block, type CallBlock, jobText, taskText } from "../view/index.ts";

/** Describes a block that is not part of the conversation in one sentence. Undefined for other blocks, and for a run that is done. */
export const noteOf = (block: Block): string | undefined => {
  switch (block.kind) {
    case "notice":
      return block.text;
    case "custom":
      return block.text;
    case "task":
      return block.task.state === "done" ? `${taskText(block.task)}${figures(block)}` : taskText(block.task);
    case "job":
      return `${jobText(block.job)}${(block.exitCode ?? 0) === 0 ? "" : `, exit code ${block.exitCode}`}`;
    case "run":
      return runNote(block.outcome);
    default:
      return undefined;
  }
};

const runNote = (outcome: Extract<Block, { readonly kind: "run" }>["outcome"]): string | undefined => {
  switch (outcome.kind) {
    case "done":
      return undefined;
    case "aborted":
      return "Interrupted.";
    case "limit":
      return `Stopped: ${outcome.limit.message}`;
    case "failed":
      return `Failed: ${outcome.error.message}`;
  }
};

/** Notes about a call: the arguments that a hook changed, and the sub-agents that worked for it. */
export const callNotes = ({ input, requested, agents }: CallBlock): readonly string[] => [
  ...(requested === undefined ? [] : [`A hook changed the call, which ran with ${JSON.stringify(input)}.`]),
  ...agents.map(agentNote),
];

const agentNote = (activity: AgentActivity): string => {
  const { agent, name, endedAt, outcome } = activity;
  const end = endedAt === undefined ? "did not end" : `ended${outcome === undefined ? "" : `: ${outcome}`}`;
  return `The agent ${name === undefined ? agent : `${name} (session ${agent})`} ${end}${figures(activity)}`;
};

const figures = ({ calls, cost = 0 }: { readonly calls: number; readonly cost?: number }): string =>
  `, ${calls === 1 ? "1 call" : `${calls} calls`}${cost === 0 ? "" : `, ${dollars(cost)}`}`;

/** Returns whether the result of a call is an error. Undefined for a call without a result. */
export const resultOf = ({ state }: CallBlock): { readonly isError: boolean } | undefined =>
  UNFINISHED.has(state) ? undefined : { isError: state !== "done" };

const UNFINISHED: ReadonlySet<CallBlock["state"]> = new Set(["writing", "pending", "asking", "running", "interrupted"]);

/** Placeholder for reasoning without text. */
export const ENCRYPTED = "Reasoning, encrypted by the provider.";

/** Model of an answer, or the plugin that wrote it instead. */
export const authorOf = (block: Block): string =>
  "message" in block && block.response !== undefined ? (block.response.source ?? block.response.model) : "";

/** Returns a placeholder for an image that is not shown. */
export const imageNote = ({ mediaType, data, name }: ImagePart): string => {
  const called = name === undefined ? "" : `${name}, `;
  return `image: ${called}${mediaType}, ${Math.floor((data.length * 3) / 4)} bytes`;
};

/** Formats a time as `2026-11-21 12:30:05` in UTC. Omits an invalid time, which a damaged log may contain. */
export const moment = (at: number): string => {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, 19).replace("T", " ");
};

/** Describes what a summary replaces. */
export const summaryTitle = ({ covers }: Extract<Block, { readonly kind: "summary" }>): string =>
  covers === undefined ? "Summary of an abandoned branch" : `Compacted: this summary replaces messages ${covers.from} to ${covers.to}`;

const MARKS = { completed: "[x]", in_progress: "[>]", pending: "[ ]" } as const;

/** Lines of a to-do list. */
export const todoLines = ({ items }: Extract<Block, { readonly kind: "todos" }>): readonly string[] =>
  items.map(({ content, status }) => `${MARKS[status]} ${content}`);
