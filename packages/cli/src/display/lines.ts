import type { ToolCallPart, Event } from "coxswain";
import type { CompactionEvent } from "coxswain/session";
import type { Todo } from "coxswain/tools";
import { callSubject, type ProviderBlock } from "coxswain/view";
import { escapeLine } from "../output/index.ts";

/** Formats a call on one line of limited width, escaped for a terminal. */
export const callLine = ({ name, input }: Pick<ToolCallPart, "name" | "input">, columns: number): string => {
  const subject = callSubject(name, input) ?? JSON.stringify(input) ?? "";
  return truncateLine(`${escapeLine(name)}  ${escapeLine(subject)}`, columns);
};

/**
 * Formats what a tool of the provider did, one line each for a call and a result, of limited width, escaped for a
 * terminal. Empty for content without either.
 */
export const providerLines = (
  { name, input, output = "", isError }: Pick<ProviderBlock, "name" | "input" | "output"> & { readonly isError?: boolean },
  columns: number,
): readonly string[] => {
  const call = input === undefined ? [] : [`> ${callLine({ name: `${name} (at the provider)`, input }, columns - 2)}`];
  const text = output.trim();
  if (isError === true) return [...call, truncateLine(`! ${escapeLine(name)} failed: ${escapeLine(text)}`, columns)];
  return text === "" ? call : [...call, truncateLine(`< ${escapeLine(name)}: ${escapeLine(text)}`, columns)];
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

/** Maximum number of steps shown. A longer list shows those around the current step. */
const MAX_STEPS = 8;

const MARKS: Readonly<Record<Todo["status"], string>> = { completed: "[x]", in_progress: "[>]", pending: "[ ]" };

/** Formats a compaction event that only a headless run reports as one line. */
export const compactionLine = (event: CompactionEvent): string | undefined => {
  if (event.type === "compaction_request") return `The context window is ${event.percent} % full. To free space: cox -c "/compact"`;
  if (event.type === "compaction_start") return `Compacting the conversation (${tokens(event.tokens)})`;
  return "entry" in event ? `Compacted from ${tokens(event.tokensBefore)} to ${tokens(event.tokensAfter)}` : undefined;
};

const tokens = (count: number): string => `${count.toLocaleString("en-US")} tokens`;

/** Truncates a line to this many characters. */
export const truncateLine = (line: string, columns: number): string => {
  const characters = Array.from(line);
  return characters.length <= columns ? line : `${characters.slice(0, Math.max(0, columns - 1)).join("")}…`;
};
