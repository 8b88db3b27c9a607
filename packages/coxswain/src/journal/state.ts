import { isRepair, isReset, type RepairEntry } from "../context/index.ts";
import { type Entry, type Fold, isRelocate, type Log } from "../log/index.ts";
import { isMessage } from "../loop/index.ts";
import { addUsage, type AssistantMessage, contextTokens, NO_USAGE, type Thinking, type Usage } from "../model/index.ts";
import type { SessionEntry } from "./entries.ts";
import { entrySpending } from "./response-usage.ts";
import type { Setup } from "./setup.ts";

/** State at the leaf: another branch may have another model. */
interface BranchState {
  /** Undefined: lost, or not on this branch. */
  readonly setup: Setup | undefined;
  readonly model: string;
  readonly thinking: Thinking;
  /** Undefined: all tools of the runtime. */
  readonly tools: readonly string[] | undefined;
  /** Usage of the last response. */
  readonly lastUsage: Usage;
  /** Usage that fills the window, if that is not `lastUsage`: the last response was made in several passes. */
  readonly windowUsage?: Usage;
  /** Messages on the active path. */
  readonly messages: number;
  /** Items in quarantine; absent: none. */
  readonly repairs?: readonly Pick<RepairEntry, "target" | "part" | "reason">[];
}

/** State over all branches. */
export interface SessionTotals {
  /** The folder that it was moved to last, if any. */
  readonly cwd: string | undefined;
  readonly title: string | undefined;
  /** Labels by entry id. */
  readonly labels: Readonly<Record<string, string>>;
  readonly usage: Usage;
  /** USD, best effort. */
  readonly cost: number;
}

export const branchState: Fold<BranchState> = {
  name: "branch",
  initial: { setup: undefined, model: "", thinking: "off", tools: undefined, lastUsage: NO_USAGE, messages: 0 },
  apply(state, entry) {
    if (isMessage(entry)) {
      const { message } = entry;
      const messages = state.messages + 1;
      if (message.role !== "assistant") return { ...state, messages };
      // If the setup is lost, the first response names the model.
      const model = state.model === "" ? message.model : state.model;
      return isResponse(message) ? { ...withUsage(state, message), model, messages } : { ...state, model, messages };
    }
    if (isReset(entry)) {
      const { repairs: _, windowUsage: __, ...rest } = state;
      return { ...rest, lastUsage: NO_USAGE, messages: 0 };
    }
    if (isRepair(entry)) {
      const { target, part, reason } = entry;
      return { ...state, repairs: [...(state.repairs ?? []), { target, ...(part === undefined ? {} : { part }), reason }] };
    }
    const fact = entry as SessionEntry;
    switch (fact.type) {
      case "setup":
        return { ...state, setup: fact.setup, model: fact.setup.model, thinking: fact.setup.thinking ?? "off", tools: fact.setup.tools };
      case "model_change":
        return { ...state, model: fact.model };
      case "thinking_change":
        return { ...state, thinking: fact.thinking };
      case "tools_change":
        return { ...state, tools: fact.tools };
      case "system_prompt_change":
        return state.setup === undefined ? state : { ...state, setup: { ...state.setup, systemPrompt: fact.systemPrompt } };
      default:
        return state;
    }
  },
};

/** Sets the usage of the last response. If its last pass is unknown, the window is as full as it was before. */
const withUsage = (state: BranchState, { usage, lastPass }: AssistantMessage): BranchState => {
  const { windowUsage: before = state.lastUsage, ...rest } = state;
  if (lastPass === undefined) return { ...rest, lastUsage: usage };
  return { ...rest, lastUsage: usage, windowUsage: contextTokens(lastPass) > 0 ? lastPass : before };
};

/** Returns whether a message is a complete response of the model. */
const isResponse = ({ streamError, source }: AssistantMessage): boolean => streamError === undefined && source === undefined;

export const sessionTotals: Fold<SessionTotals> = {
  name: "totals",
  initial: { cwd: undefined, title: undefined, labels: {}, usage: NO_USAGE, cost: 0 },
  apply(totals, entry) {
    return withNames(withSpending(totals, entry), entry);
  },
};

const withSpending = (totals: SessionTotals, entry: Entry): SessionTotals => {
  const response = entrySpending(entry);
  if (response === undefined) return totals;
  return { ...totals, usage: addUsage(totals.usage, response.usage), cost: totals.cost + response.cost };
};

const withNames = (totals: SessionTotals, entry: Entry): SessionTotals => {
  if (isRelocate(entry)) return { ...totals, cwd: entry.cwd };
  const fact = entry as SessionEntry;
  switch (fact.type) {
    case "setup":
      return fact.setup.title === undefined ? totals : { ...totals, title: fact.setup.title };
    case "title_change":
      return { ...totals, title: fact.title };
    case "label":
      return { ...totals, labels: relabel(totals.labels, fact.target, fact.label) };
    default:
      return totals;
  }
};

const relabel = (labels: SessionTotals["labels"], target: string, label: string | null): SessionTotals["labels"] => {
  const { [target]: _, ...others } = labels;
  return label === null ? others : { ...others, [target]: label };
};

/** Returns the current folder of a session: where it was created, or was last moved to. */
export const workingFolder = (log: Log): string => log.total(sessionTotals).cwd ?? log.header.cwd;
