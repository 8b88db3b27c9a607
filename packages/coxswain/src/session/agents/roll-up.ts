import type { Entry } from "../../log/index.ts";
import { spendingState } from "../../budget/index.ts";
import { type AgentUsageEntry, isAgentUsage, responseSpending } from "../../journal/index.ts";
import type { ParentContext } from "./parent-context.ts";

/** Counts each response in an agent's log, its own and those of its sub-agents, in its parent's session. */
export const rollUp = (agent: string, count: ParentContext["count"]): ((entries: readonly Entry[]) => void) => {
  let toolCalls = 0;
  return (entries) => {
    for (const entry of entries) {
      if (isAgentUsage(entry)) {
        count(copyOf(entry));
        continue;
      }
      const { spent } = spendingState.apply(spendingState.initial, entry);
      toolCalls += spent.toolCalls;
      const response = responseSpending(entry);
      if (response === undefined) continue;
      const { usage, cost } = response;
      count({
        type: "agent_usage",
        agent,
        model: modelOf(entry),
        usage,
        ...(cost > 0 ? { cost } : {}),
        ...(spent.turns > 0 ? { turn: true } : {}),
        ...(toolCalls > 0 ? { toolCalls } : {}),
      });
      toolCalls = 0;
    }
  };
};

const copyOf = ({ type, agent, model, usage, cost, turn, toolCalls }: AgentUsageEntry): Parameters<ParentContext["count"]>[0] => ({
  type,
  agent,
  model,
  usage,
  ...(cost === undefined ? {} : { cost }),
  ...(turn === undefined ? {} : { turn }),
  ...(toolCalls === undefined ? {} : { toolCalls }),
});

/** Returns the model of a message, or of another entry with usage. */
const modelOf = (entry: Entry & { readonly message?: unknown; readonly model?: unknown }): string => {
  const { model } = (typeof entry.message === "object" && entry.message !== null ? entry.message : entry) as { readonly model?: unknown };
  return typeof model === "string" ? model : "";
};
