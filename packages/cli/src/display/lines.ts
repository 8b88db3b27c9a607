import type { ToolCallPart, Event } from "coxswain";
import type { ProviderPart } from "coxswain/providers";
import type { CompactionEvent, RetryEvent, TaskInfo, JobInfo } from "coxswain/session";
import type { Todo } from "coxswain/tools";
import { escapeLine } from "../output/index.ts";

/** Formats a call on one line of limited width, escaped for a terminal. */
export const callLine = ({ name, input }: Pick<ToolCallPart, "name" | "input">, columns: number): string => {
  const fields = typeof input === "object" && input !== null ? (input as Readonly<Record<string, unknown>>) : {};
  const subjects = [subjectOf(name, fields), ...SUBJECTS.map((field) => fields[field])];
  const subject = subjects.find((value) => typeof value === "string") ?? JSON.stringify(input) ?? "";
  return truncateLine(`${escapeLine(name)}  ${escapeLine(subject)}`, columns);
};

/**
 * Formats what a tool of the provider did, one line each for a call and a result, of limited width, escaped for a
 * terminal. Empty for content without either.
 */
export const providerLines = ({ name, input, output = "", isError }: ProviderPart, columns: number): readonly string[] => {
  const call = input === undefined ? [] : [`> ${callLine({ name: `${name} (at the provider)`, input }, columns - 2)}`];
  const text = output.trim();
  if (isError === true) return [...call, truncateLine(`! ${escapeLine(name)} failed: ${escapeLine(text)}`, columns)];
  return text === "" ? call : [...call, truncateLine(`< ${escapeLine(name)}: ${escapeLine(text)}`, columns)];
};

/** Arguments that describe a call, in order of preference. */
const SUBJECTS = ["command", "path", "pattern", "url", "query", "code"];

/** Returns the subject of a call: a list's progress, the first question, or a task's agent and description. */
const subjectOf = (name: string, { items, questions, agent, description }: Readonly<Record<string, unknown>>): unknown => {
  const todos = name === "todo" ? todosIn(items) : undefined;
  if (todos !== undefined) return todoSummary(todos);
  if (name === "task" && typeof description === "string") return typeof agent === "string" ? `${agent}: ${description}` : description;
  return name === "question" && Array.isArray(questions)
    ? (questions[0] as { readonly question?: unknown } | undefined)?.question
    : undefined;
};

/** A line about the activity of a subagent. */
interface AgentLine {
  readonly text: string;
  readonly isError: boolean;
}

/**
 * Formats the calls of subagents, with the agent's name and indented by depth. Omits their text, which is for their
 * caller.
 */
export const agentLines = (columns: number): ((event: Event) => AgentLine | undefined) => {
  const names = new Map<string, string>();
  return (event) => {
    if (event.type === "agent_start") names.set(event.child.id, event.name ?? "agent");
    if (event.type === "agent_end") names.delete(event.child.id);
    const { id, depth } = event.agent;
    if (depth === 0) return undefined;
    const head = `${"  ".repeat(depth)}${escapeLine(names.get(id) ?? "agent")}`;
    if (event.type === "provider_part") {
      if (event.part.input === undefined && event.part.isError !== true) return undefined;
      const [line] = providerLines(event.part, columns - head.length - 1);
      return line === undefined ? undefined : { text: `${head} ${line}`, isError: event.part.isError === true };
    }
    if (event.type === "tool_start") return { text: `${head} > ${callLine(event.call, columns - head.length - 3)}`, isError: false };
    if (event.type !== "tool_end" || !event.result.isError) return undefined;
    const { name } = event.call;
    return { text: truncateLine(`${head} ! ${escapeLine(name)} ${event.result.reason ?? "failed"}`, columns), isError: true };
  };
};

/** Formats a list for people: one line a step, of limited width, escaped for a terminal. */
export const todoLines = (items: readonly Todo[], columns: number): readonly string[] => {
  const open = items.findIndex(({ status }) => status !== "completed");
  const at = open < 0 ? items.length : open;
  const from = Math.max(0, Math.min(at - 2, items.length - MAX_STEPS));
  const shown = items.slice(from, from + MAX_STEPS);
  const after = items.length - from - shown.length;
  return [
    ...(from > 0 ? [`  … ${from} earlier`] : []),
    ...shown.map(({ content, status }) => truncateLine(`  ${MARKS[status]} ${escapeLine(content)}`, columns)),
    ...(after > 0 ? [`  … ${after} more`] : []),
  ];
};

/** Summarizes the progress of a list. */
const todoSummary = (items: readonly Todo[]): string => {
  if (items.length === 0) return "empty";
  const completed = items.filter(({ status }) => status === "completed").length;
  const now = items.find(({ status }) => status === "in_progress");
  return `${completed} of ${items.length} done${now === undefined ? "" : `: ${now.content}`}`;
};

/** Parses a value as a list of steps. Undefined when it is not one. */
export const todosIn = (value: unknown): readonly Todo[] | undefined => (Array.isArray(value) && value.every(isTodo) ? value : undefined);

const isTodo = (value: unknown): value is Todo => {
  const { content, status } = (typeof value === "object" && value !== null ? value : {}) as Partial<Record<keyof Todo, unknown>>;
  return typeof content === "string" && typeof status === "string" && Object.hasOwn(MARKS, status);
};

/** Maximum number of steps shown. A longer list shows those around the current step. */
const MAX_STEPS = 8;

const MARKS: Readonly<Record<Todo["status"], string>> = { completed: "[x]", in_progress: "[>]", pending: "[ ]" };

/** Formats a compaction event as one line. */
export const compactionLine = (event: CompactionEvent): string => {
  if (event.type === "compaction_request") return `The context window is ${event.percent} % full. To free space: cox -c "/compact"`;
  if (event.type === "compaction_start") return `Compacting the conversation (${tokens(event.tokens)})`;
  if ("entry" in event) return `Compacted from ${tokens(event.tokensBefore)} to ${tokens(event.tokensAfter)}`;
  if ("aborted" in event) return "Compaction stopped; the conversation is unchanged.";
  return `Compaction failed; the conversation is unchanged: ${escapeLine(event.error.message)}`;
};

const tokens = (count: number): string => `${count.toLocaleString("en-US")} tokens`;

/** Formats a retry as one line with the delay, the attempt and the reason. */
export const retryLine = ({ attempt, tries, delay, error }: Extract<RetryEvent, { readonly type: "retry_start" }>): string =>
  `Retrying in ${Math.max(1, Math.round(delay / 1000))} s (${attempt} of ${tries}): ${escapeLine(error.message)}`;

/** Formats the state of a background task as one line. */
export const taskLine = ({ id, name, description, state, ending = "done", worktree }: TaskInfo): string => {
  const how = state === "done" ? TASK_ENDINGS[ending] : STATES[state];
  const where = worktree === undefined || state !== "running" ? "" : ` in ${escapeLine(worktree.path)}`;
  return `Task ${escapeLine(id)} (${escapeLine(name)}: ${escapeLine(description)}) ${how}${where}`;
};

const TASK_ENDINGS: Readonly<Record<NonNullable<TaskInfo["ending"]>, string>> = {
  done: "finished",
  failed: "failed",
  limit: "reached a limit",
  aborted: "was stopped",
  interrupted: "was interrupted",
};

const STATES: Readonly<Record<Exclude<TaskInfo["state"], "done">, string>> = {
  waiting: "is queued",
  running: "is running in the background",
  blocked: "is waiting for an answer",
};

/** Formats the state of a background command as one line. */
export const jobLine = ({ id, command, ending }: JobInfo): string =>
  `Job ${escapeLine(id)} (${escapeLine(command)}) ${ending === undefined ? "is running in the background" : JOB_ENDINGS[ending]}`;

const JOB_ENDINGS: Readonly<Record<NonNullable<JobInfo["ending"]>, string>> = {
  done: "finished",
  failed: "failed",
  timeout: "timed out",
  stopped: "was stopped",
  interrupted: "was interrupted",
};

/** Truncates a line to this many characters. */
export const truncateLine = (line: string, columns: number): string => {
  const characters = Array.from(line);
  return characters.length <= columns ? line : `${characters.slice(0, Math.max(0, columns - 1)).join("")}…`;
};
