import type { Entry, Fold } from "../log/index.ts";
import { type Budget, isMessage, type MessageEntry } from "../loop/index.ts";
import { contextTokens } from "../model/index.ts";
import { type BudgetChangeEntry, isAgentUsage, entrySpending, type SetupEntry } from "../journal/index.ts";

/** Spent amounts, by the fields of a budget. */
export type Spendings = Readonly<Required<Budget>>;

export interface SpendingState {
  readonly budget: Budget;
  readonly spent: Spendings;
  /** The active run, and the time of its last entry: time in which no process runs it does not count. */
  readonly live?: { readonly run: string; readonly at: number };
}

const NOTHING: Spendings = { usd: 0, tokens: 0, toolCalls: 0, turns: 0, seconds: 0 };

/** Spending of a session over all branches; applied to the entries of one run, that of the run. */
export const spendingState: Fold<SpendingState> = {
  name: "spending",
  initial: { budget: {}, spent: NOTHING },
  apply(state, entry) {
    switch (entry.type) {
      case "setup":
        return { ...state, budget: (entry as SetupEntry).setup.budget ?? {} };
      case "budget_change":
        return { ...state, budget: (entry as BudgetChangeEntry).budget };
      case "run_start":
      case "run_resume":
        return { ...state, live: { run: runOf(entry), at: entry.at } };
      default:
        return withTime(withCharges(state, entry), entry);
    }
  },
};

const withCharges = (state: SpendingState, entry: Entry): SpendingState => {
  const response = entrySpending(entry);
  const calls = callsIn(entry);
  if (response === undefined && calls === 0) return state;
  const { usd, tokens, toolCalls, turns, seconds } = state.spent;
  const spent: Spendings = {
    usd: usd + (response?.cost ?? 0),
    tokens: tokens + (response === undefined ? 0 : contextTokens(response.usage)),
    toolCalls: toolCalls + calls,
    turns: turns + (hasTurn(entry) ? 1 : 0),
    seconds,
  };
  return { ...state, spent };
};

const callsIn = (entry: Entry): number => {
  if (isMessage(entry)) return isCall(entry.message) ? 1 : 0;
  return isAgentUsage(entry) && Number.isSafeInteger(entry.toolCalls) ? Math.max(0, entry.toolCalls ?? 0) : 0;
};

const hasTurn = (entry: Entry): boolean => (isMessage(entry) ? isTurn(entry.message) : isAgentUsage(entry) && entry.turn === true);

/** Adds the time since the active run's last entry. */
const withTime = (state: SpendingState, entry: Entry): SpendingState => {
  const { live, ...rest } = state;
  if (live === undefined || live.run !== runOf(entry) || entry.type === "inbox_admit") return state;
  const passed = isInterruption(entry) ? 0 : Math.max(0, entry.at - live.at) / 1_000;
  const now = { ...rest, spent: { ...rest.spent, seconds: rest.spent.seconds + passed } };
  return entry.type === "run_end" ? now : { ...now, live: { ...live, at: entry.at } };
};

const runOf = (entry: Entry): string => ("run" in entry && typeof entry.run === "string" ? entry.run : "");

const isTurn = (message: MessageEntry["message"]): boolean =>
  message.role === "assistant" && message.streamError === undefined && message.stop !== "interrupted";

/** Returns whether a result charged a tool call: calls that did not run, or were skipped, did not. */
const isCall = (message: MessageEntry["message"]): boolean => message.role === "tool" && !UNCALLED.has(message.reason ?? "");

const UNCALLED: ReadonlySet<string> = new Set(["unknown_tool", "invalid_input", "skipped", "interrupted"]);

/** Returns whether an entry closes a run that a crash interrupted: it may be much later. */
const isInterruption = (entry: Entry): boolean => {
  if (isMessage(entry)) return entry.message.role === "tool" && entry.message.reason === "interrupted";
  const { outcome } = entry as Entry & { readonly outcome?: { readonly kind?: unknown; readonly reason?: unknown } };
  return entry.type === "run_end" && outcome?.kind === "aborted" && outcome.reason === "interrupted";
};
