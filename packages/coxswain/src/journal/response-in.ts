import type { Entry } from "../log/index.ts";
import { isMessage, type MessageEntry } from "../loop/index.ts";
import { type AssistantMessage, type Usage, usageFrom } from "../model/index.ts";

/** What one response of a model took. */
export interface Spent {
  readonly usage: Usage;
  /** USD, best effort; 0 where it is not known. */
  readonly cost: number;
}

/** The facts, beside messages, that a model was asked for. */
const ASKED_FOR: ReadonlySet<string> = new Set(["compaction", "branch_summary", "title_change", "repair"]);

/** What an entry says that a response took; undefined when there was none. A file may hold anything: what is no number is 0. */
export const responseIn = (entry: Entry): Spent | undefined => {
  if (isMessage(entry)) return isResponse(entry.message) ? spent(entry.message) : undefined;
  return ASKED_FOR.has(entry.type) ? spent(entry as Entry & Told) : undefined;
};

const isResponse = (message: MessageEntry["message"]): message is AssistantMessage =>
  message.role === "assistant" && message.source === undefined;

interface Told {
  readonly usage?: unknown;
  readonly cost?: unknown;
}

/** What is told of a response, by whoever tells it. */
export const spent = ({ usage, cost }: Told): Spent | undefined =>
  typeof usage !== "object" || usage === null
    ? undefined
    : { usage: usageFrom(usage), cost: typeof cost === "number" && cost > 0 && cost < Infinity ? cost : 0 };
