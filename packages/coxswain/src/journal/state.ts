import { isRepair, isReset, type RepairEntry } from "../context/index.ts";
import { type Entry, type Fold, isRelocate } from "../log/index.ts";
import { isMessage } from "../loop/index.ts";
import { addUsage, type AssistantMessage, NO_USAGE, type Thinking, type Usage } from "../model/index.ts";
import type { SessionEntry } from "./entries.ts";
import { spentIn } from "./spent-in.ts";
import type { Setup } from "./setup.ts";

/** What holds at the leaf: another branch may have another model. */
export interface BranchState {
  /** Undefined: it is lost, or its branch begins without it. */
  readonly setup: Setup | undefined;
  readonly model: string;
  readonly thinking: Thinking;
  /** Undefined: all that the runtime has. */
  readonly tools: readonly string[] | undefined;
  /** Of the last response. */
  readonly lastUsage: Usage;
  /** Messages on the active path. */
  readonly messages: number;
  /** What of them is in quarantine; absent: nothing. */
  readonly repairs?: readonly Pick<RepairEntry, "target" | "part" | "reason">[];
}

/** What holds for the session, whichever branch it is on. */
export interface SessionTotals {
  /** The folder that it was moved to last. */
  readonly cwd: string | undefined;
  readonly title: string | undefined;
  /** Label by the id of the entry it is on. */
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
      // Where the setup is lost, who answered says which model it was.
      const model = state.model === "" ? message.model : state.model;
      return { ...state, model, lastUsage: isResponse(message) ? message.usage : state.lastUsage, messages };
    }
    if (isReset(entry)) {
      const { repairs: _, ...rest } = state;
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

/** One that came whole, and from the model. */
const isResponse = ({ streamError, source }: AssistantMessage): boolean => streamError === undefined && source === undefined;

export const sessionTotals: Fold<SessionTotals> = {
  name: "totals",
  initial: { cwd: undefined, title: undefined, labels: {}, usage: NO_USAGE, cost: 0 },
  apply(totals, entry) {
    return named(spent(totals, entry), entry);
  },
};

const spent = (totals: SessionTotals, entry: Entry): SessionTotals => {
  const response = spentIn(entry);
  if (response === undefined) return totals;
  return { ...totals, usage: addUsage(totals.usage, response.usage), cost: totals.cost + response.cost };
};

const named = (totals: SessionTotals, entry: Entry): SessionTotals => {
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
