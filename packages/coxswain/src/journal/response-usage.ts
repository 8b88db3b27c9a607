import type { Entry } from "../log/index.ts";
import { isMessage, type MessageEntry } from "../loop/index.ts";
import { type AssistantMessage, type Usage, usageFrom } from "../model/index.ts";
import { isAgentUsage } from "./entries.ts";

/** Usage and cost of one response. */
interface ResponseSpending {
  readonly usage: Usage;
  /** USD, best effort; 0 if unknown. */
  readonly cost: number;
}

/** Entries besides messages that are made of a model's response. */
const GENERATED: ReadonlySet<string> = new Set(["compaction", "branch_summary", "title_change", "repair", "response_discard"]);

/** Returns the usage and cost of the response in an entry, or undefined if there is none. Invalid numbers in a file count as 0. */
export const responseSpending = (entry: Entry): ResponseSpending | undefined => {
  if (isMessage(entry)) return isResponse(entry.message) ? spent(entry.message) : undefined;
  return GENERATED.has(entry.type) ? spent(entry as Entry & WithUsage) : undefined;
};

const isResponse = (message: MessageEntry["message"]): message is AssistantMessage =>
  message.role === "assistant" && message.source === undefined;

interface WithUsage {
  readonly usage?: unknown;
  readonly cost?: unknown;
}

const spent = ({ usage, cost }: WithUsage): ResponseSpending | undefined =>
  typeof usage !== "object" || usage === null
    ? undefined
    : { usage: usageFrom(usage), cost: typeof cost === "number" && cost > 0 && cost < Infinity ? cost : 0 };

/** Returns what an entry adds to a session's usage: its own response, or one of a sub-agent. */
export const entrySpending = (entry: Entry): ResponseSpending | undefined => (isAgentUsage(entry) ? spent(entry) : responseSpending(entry));
