import { type AgentUsageEntry, entrySpending } from "../journal/index.ts";
import { addUsage, NO_USAGE, type Usage } from "../model/index.ts";

/** Spending of one agent, without its own sub-agents. */
export interface AgentTotals {
  readonly calls: number;
  readonly usage?: Usage;
  /** USD, as far as prices are known. */
  readonly cost?: number;
}

/** Adds the response that an entry reports. */
export const withUsage = <Totals extends AgentTotals>(
  totals: Totals,
  entry: AgentUsageEntry,
): Totals & { readonly usage: Usage; readonly cost: number } => {
  const { usage, cost } = entrySpending(entry) ?? { usage: NO_USAGE, cost: 0 };
  return {
    ...totals,
    calls: totals.calls + (entry.toolCalls ?? 0),
    usage: addUsage(totals.usage ?? NO_USAGE, usage),
    cost: (totals.cost ?? 0) + cost,
  };
};
