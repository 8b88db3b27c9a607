import type { Event } from "coxswain";
import { escapeLine } from "../output/index.ts";
import { callLine } from "./call-line.ts";
import { truncateLine } from "./truncate-line.ts";

/** A line about the activity of a subagent. */
export interface AgentLine {
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
    if (event.type === "tool_start") return { text: `${head} > ${callLine(event.call, columns - head.length - 3)}`, isError: false };
    if (event.type !== "tool_end" || !event.result.isError) return undefined;
    const { name } = event.call;
    return { text: truncateLine(`${head} ! ${escapeLine(name)} ${event.result.reason ?? "failed"}`, columns), isError: true };
  };
};
