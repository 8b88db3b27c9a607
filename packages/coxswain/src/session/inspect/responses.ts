import { isCompaction, isReset } from "../../context/index.ts";
import type { Entry } from "../../log/index.ts";
import { isMessage, type MessageEntry } from "../../loop/index.ts";
import { type AssistantMessage, contextTokens, type Usage, windowUsage } from "../../model/index.ts";

/** A complete response with the provider's usage. */
export type Response = MessageEntry & { readonly message: AssistantMessage };

export const isResponse = (entry: Entry): entry is Response =>
  isMessage(entry) &&
  entry.message.role === "assistant" &&
  entry.message.streamError === undefined &&
  contextTokens(windowUsage(entry.message)) > 0;

/** Returns the last response since the beginning, the last reset or the last compaction. */
export const lastResponse = (path: readonly Entry[]): Response | undefined => {
  const boundary = path.findLastIndex((entry) => isReset(entry) || isCompaction(entry));
  const found = path.findLast(isResponse);
  return found !== undefined && path.lastIndexOf(found) > boundary ? found : undefined;
};

/** Returns the input tokens of a response. */
export const sentTokens = (usage: Usage): number => usage.input + usage.cacheRead + usage.cacheWrite;
