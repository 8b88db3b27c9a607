import { type AnyEntry, entrySpending } from "../journal/index.ts";
import { isMessage, type RunEndEntry } from "../loop/index.ts";
import { addUsage, NO_USAGE, toolCalls, type Usage } from "../model/index.ts";
import type { RunBlock } from "./block.ts";

/** Totals of a run so far. */
export interface RunTotals {
  readonly run: string;
  readonly startedAt: number;
  /** Complete answers, without those of sub-agents. */
  readonly turns: number;
  readonly toolCalls: number;
  /** Including sub-agents. */
  readonly usage: Usage;
  /** USD, including sub-agents, as far as prices are known. */
  readonly cost: number;
}

export const startRun = (run: string, startedAt: number): RunTotals => ({
  run,
  startedAt,
  turns: 0,
  toolCalls: 0,
  usage: NO_USAGE,
  cost: 0,
});

/** Adds the response that an entry reports, if any. */
export const addEntry = (totals: RunTotals, entry: AnyEntry): RunTotals => {
  const spent = entrySpending(entry);
  if (spent === undefined) return totals;
  const answer = isMessage(entry) && entry.message.role === "assistant" ? entry.message : undefined;
  return {
    ...totals,
    turns: totals.turns + (answer === undefined ? 0 : 1),
    toolCalls: totals.toolCalls + (answer === undefined ? 0 : toolCalls(answer).length),
    usage: addUsage(totals.usage, spent.usage),
    cost: totals.cost + spent.cost,
  };
};

/** Returns the block of a run's end. */
export const runBlock = ({ id, at, outcome }: RunEndEntry, totals: RunTotals, checks?: string): RunBlock => {
  const { startedAt, turns, toolCalls: calls, usage, cost } = totals;
  const figures = { turns, toolCalls: calls, usage, cost, ...(checks === undefined ? {} : { checks }) };
  return { kind: "run", id, at: startedAt, settled: true, outcome, endedAt: at, ...figures };
};
