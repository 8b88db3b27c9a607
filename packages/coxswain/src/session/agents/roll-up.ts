import type { Entry } from "../../log/index.ts";
import { spendingState } from "../../budget/index.ts";
import { type AgentUsageEntry, isAgentUsage, responseSpending } from "../../journal/index.ts";
import type { ParentContext } from "./parent-context.ts";

/** Tells those above what each response took of which an agent's log says: of its own ones, and of those of the agents below it. */
export const rollUp = (agent: string, count: ParentContext["count"]): ((entries: readonly Entry[]) => void) => {
  let toolCalls = 0;
  return (entries) => {
    for (const entry of entries) {
      if (isAgentUsage(entry)) {
        count(again(entry));
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

const again = ({ type, agent, model, usage, cost, turn, toolCalls }: AgentUsageEntry): Parameters<ParentContext["count"]>[0] => ({
  type,
  agent,
  model,
  usage,
  ...(cost === undefined ? {} : { cost }),
  ...(turn === undefined ? {} : { turn }),
  ...(toolCalls === undefined ? {} : { toolCalls }),
});

/** A message names its model, and so does what a model was asked for beside messages. */
const modelOf = (entry: Entry & { readonly message?: unknown; readonly model?: unknown }): string => {
  const { model } = (typeof entry.message === "object" && entry.message !== null ? entry.message : entry) as { readonly model?: unknown };
  return typeof model === "string" ? model : "";
};
