import { isCompaction, isRepair, isReset, isUncompact, type PrefixBreak } from "../../context/index.ts";
import type { Entry } from "../../log/index.ts";
import { hasReasoning, type ModelRequest } from "../../model/index.ts";
import type { PrefixReason } from "../../journal/index.ts";

type Message = ModelRequest["messages"][number];

/** Possible causes of a break. */
export interface PrefixState {
  /** Entries since the previous request. */
  readonly entries: readonly Entry[];
  /** True if the path is on another branch now. */
  readonly branched: boolean;
  /** The message of the previous request, and the one at its position now. */
  readonly before: Message | undefined;
  readonly after: Message | undefined;
}

/** Returns the reason that entries give for a changed history, if any. */
export const reasonIn = (entries: readonly Entry[]): PrefixReason | undefined => {
  if (entries.some(isReset)) return "reset";
  if (entries.some((entry) => isCompaction(entry) || isUncompact(entry))) return "compaction";
  return entries.some(isRepair) ? "repair" : undefined;
};

export const prefixReason = ({ segment: { part } }: PrefixBreak, { entries, branched, before, after }: PrefixState): PrefixReason => {
  // Before the tools: a compaction adds the recall tool.
  const reason = reasonIn(entries);
  if (reason !== undefined) return reason;
  if (part === "tools") return "tools";
  if (branched) return "branch";
  if (part === "system") return "system";
  if (before !== undefined && hasReasoning(before) && (after === undefined || !hasReasoning(after))) return "reasoning";
  return count(before, "image") > count(after, "image") ? "images" : "unknown";
};

const count = (message: Message | undefined, type: string): number => message?.content.filter((part) => part.type === type).length ?? 0;
