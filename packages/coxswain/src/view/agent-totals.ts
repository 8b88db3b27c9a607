import { type AgentUsageEntry, entrySpending } from "../journal/index.ts";
import { addUsage, NO_USAGE, type Usage } from "../model/index.ts";

/** Spending of one agent, without its own sub-agents. */
interface AgentTotals {
  readonly calls: number;
  readonly usage: Usage;
  /** USD, as far as prices are known. */
  readonly cost: number;
}

export const NOTHING: AgentTotals = { calls: 0, usage: NO_USAGE, cost: 0 };

/** Adds the response that an entry reports. */
export const withUsage = <Totals extends AgentTotals>(totals: Totals, entry: AgentUsageEntry): Totals => {
  const { usage, cost } = entrySpending(entry) ?? NOTHING;
  return {
    ...totals,
    calls: totals.calls + (entry.toolCalls ?? 0),
    usage: addUsage(totals.usage, usage),
    cost: totals.cost + cost,
  };
};
