import {
  readSession,
  asTyped,
  type AnyEntry,
  type AssistantMessage,
  type MessageEntry,
  type SessionReading,
  textOf,
  type ToolMessage,
} from "coxswain";
import type { AssistantPart } from "coxswain/providers";
import type {
  AgentEndEntry,
  AgentStartEntry,
  CompactionEntry,
  JobEndEntry,
  JobStartEntry,
  RepairEntry,
  SystemChangeEntry,
  TaskEndEntry,
  TaskStartEntry,
  ToolStartEntry,
} from "coxswain/session";
import { jsonLine, escapeLine, escapeText } from "../../output/index.ts";
import { EXIT } from "../../process/index.ts";
import { namedSession, type SessionsAction } from "../sessions-request.ts";
import { callLine, providerLines } from "../../display/index.ts";
import { formatMinute } from "../../time/index.ts";

/** `cox sessions show`. */
export const show: SessionsAction = async (request) => {
  const { store, values, context } = request;
  const { stdout } = context;
  const session = await readSession(store, (await namedSession(request)).id);
  if (values.json === true) for (const entry of session.entries) stdout.write(jsonLine(entry));
  else stdout.write(transcript(session, stdout.columns));
  return EXIT.done;
};

/** Maximum lines of a tool result. */
const RESULT_LINES = 8;

/** Formats the conversation of a session for a terminal. */
const transcript = ({ header, state, entries }: SessionReading, columns: number): string => {
  const head = [
    `Session  ${state.id}`,
    `Folder   ${escapeLine(state.cwd)}`,
    `Model    ${escapeLine(state.model)}`,
    ...(header.kind === "subagent" && state.parent !== undefined ? [`Agent of ${escapeLine(state.parent.session)}`] : []),
    ...(state.title === undefined ? [] : [`Title    ${escapeLine(state.title)}`]),
  ];
  const body = entries.flatMap((entry) => (entry.type === "repair" ? [omittedLine(entry, entries)] : paragraph(entry, columns)));
  return `${[head.join("\n"), ...body].join("\n\n")}\n`;
};

/** Describes the omitted content, its time, and the provider's error. */
const omittedLine = ({ target, part, reason }: RepairEntry, entries: readonly AnyEntry[]): string => {
  const at = entries.find(({ id }) => id === target)?.at;
  const content = part === undefined ? "a message" : "a part of a message";
  return `(omitted from here: ${content}${at === undefined ? "" : ` of ${formatMinute(at)}`}. ${escapeLine(reason)})`;
};

const paragraph = (entry: AnyEntry, columns: number): readonly string[] => {
  if (entry.type === "message") return messageLines(entry, columns);
  if (entry.type === "compaction") return [compacted(entry)];
  if (entry.type === "uncompact") return ["(undid the last compaction)"];
  if (entry.type === "branch_summary") return [`(summary of another branch)\n${escapeText(entry.summary).trim()}`];
  if (entry.type === "system_change") return [systemChange(entry)];
  if (entry.type === "agent_start") return [agentStarted(entry)];
  if (entry.type === "agent_end") return [agentEnded(entry)];
  if (entry.type === "task_start") return [taskStarted(entry)];
  if (entry.type === "task_end") return [taskEnded(entry)];
  if (entry.type === "job_start") return [jobStarted(entry)];
  if (entry.type === "job_end") return [jobEnded(entry)];
  if (entry.type === "tool_start") return changedCall(entry);
  if (entry.type !== "run_end") return [];
  const { outcome } = entry;
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

const compacted = ({ summary, covers }: CompactionEntry): string =>
  `(compacted: this summary replaces messages ${covers.from} to ${covers.to})\n${escapeText(summary).trim()}`;

const agentStarted = ({ agent, name }: AgentStartEntry): string =>
  `(agent started${name === undefined ? "" : `: ${escapeLine(name)}`}; session ${escapeLine(agent)})`;

const agentEnded = ({ agent, outcome }: AgentEndEntry): string =>
  `(agent ${escapeLine(agent)} ended${outcome === undefined ? "" : `: ${escapeLine(outcome.kind)}`})`;

/** The result of the task is a separate message. */
const taskStarted = ({ task, name, description }: TaskStartEntry): string =>
  `(task ${escapeLine(task)} started in the background: ${escapeLine(name)}, ${escapeLine(description)})`;

const taskEnded = ({ task, ending }: TaskEndEntry): string => `(task ${escapeLine(task)} ended: ${escapeLine(ending)})`;

const jobStarted = ({ job, command }: JobStartEntry): string =>
  `(job ${escapeLine(job)} started in the background: ${escapeLine(command)})`;

const jobEnded = ({ job, ending }: JobEndEntry): string => `(job ${escapeLine(job)} ended: ${escapeLine(ending)})`;

/** Shows the executed arguments only if a hook changed them. */
const changedCall = ({ input }: ToolStartEntry): readonly string[] =>
  input === undefined ? [] : [`(a hook changed the arguments to ${escapeLine(JSON.stringify(input))})`];

const systemChange = ({ sections }: SystemChangeEntry): string =>
  `(the system prompt changed: ${sections.map(({ name }) => escapeLine(name)).join(", ")})`;

const messageLines = ({ message, at }: MessageEntry, columns: number): readonly string[] => {
  switch (message.role) {
    case "user":
      return [
        `[${formatMinute(at)}] ${escapeText(textOf(asTyped(message))).trim()}${message.content.some(({ type }) => type === "image") ? " (with an image)" : ""}`,
      ];
    case "assistant":
      return [...sourceLines(message), ...message.content.flatMap((part) => partLines(part, columns))];
    case "tool":
      return [result(message, columns)];
  }
};

/** Names the plugin that wrote the message instead of the model. */
const sourceLines = ({ source }: AssistantMessage): readonly string[] => (source === undefined ? [] : [`(added by ${escapeLine(source)})`]);

const partLines = (part: AssistantPart, columns: number): readonly string[] => {
  if (part.type === "tool_call") return [`> ${callLine(part, columns - 2)}`];
  if (part.type === "provider") return providerLines(part, columns);
  return part.type === "text" && part.text.trim() !== "" ? [escapeText(part.text).trim()] : [];
};

const result = (message: ToolMessage, columns: number): string => {
  const texts = message.content.map((part) => (part.type === "text" ? part.text : "")).filter((text) => text !== "");
  const lines = escapeText(texts.join("\n")).trim().split("\n");
  const more = lines.length - RESULT_LINES;
  const shown = more > 1 ? [...lines.slice(0, RESULT_LINES), `… ${more} more lines`] : lines;
  return shown.map((line) => `  ${line}`.slice(0, columns)).join("\n");
};
