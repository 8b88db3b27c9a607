import { type AgentUsageEntry, entrySpending } from "../journal/index.ts";
import { addUsage, NO_USAGE, type Usage } from "../model/index.ts";

/** Spending of one agent, without its sub-agents. */
export interface AgentTotals {
  readonly calls: number;
  readonly usage: Usage;
  /** USD, as far as prices are known. */
  readonly cost: number;
}

export const NO_TOTALS: AgentTotals = { calls: 0, usage: NO_USAGE, cost: 0 };

/** Adds the response that an entry reports. */
export const addResponse = ({ calls, usage, cost }: Partial<AgentTotals>, entry: AgentUsageEntry): AgentTotals => {
  const spent = entrySpending(entry) ?? NO_TOTALS;
  return {
    calls: (calls ?? 0) + (entry.toolCalls ?? 0),
    usage: addUsage(usage ?? NO_USAGE, spent.usage),
    cost: (cost ?? 0) + spent.cost,
  };
};
