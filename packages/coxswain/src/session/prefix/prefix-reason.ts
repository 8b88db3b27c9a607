import { isCompaction, isRepair, isReset, isUncompact, type PrefixBreak } from "../../context/index.ts";
import type { Entry } from "../../log/index.ts";
import type { ModelRequest } from "../../model/index.ts";
import type { PrefixReason } from "../../journal/index.ts";

type Message = ModelRequest["messages"][number];

/** What a break is put down to. */
export interface Circumstances {
  /** What came to the path since the request before. */
  readonly entries: readonly Entry[];
  /** Whether the path is another branch's. */
  readonly branched: boolean;
  /** The message in the request before, and what stands in its place now. */
  readonly before: Message | undefined;
  readonly after: Message | undefined;
}

/** What took away or changed what had been said, where entries say so. */
export const reasonIn = (entries: readonly Entry[]): PrefixReason | undefined => {
  if (entries.some(isReset)) return "reset";
  if (entries.some((entry) => isCompaction(entry) || isUncompact(entry))) return "compaction";
  return entries.some(isRepair) ? "repair" : undefined;
};

export const prefixReason = ({ segment: { part } }: PrefixBreak, { entries, branched, before, after }: Circumstances): PrefixReason => {
  // Also where the tools are others then: what a compaction took away brings the tool that reads it back.
  const told = reasonIn(entries);
  if (told !== undefined) return told;
  if (part === "tools") return "tools";
  if (branched) return "branch";
  if (part === "system") return "system";
  if (hasPart(before, "reasoning") && !hasPart(after, "reasoning")) return "reasoning";
  return count(before, "image") > count(after, "image") ? "images" : "unknown";
};

const hasPart = (message: Message | undefined, type: string): boolean => count(message, type) > 0;

const count = (message: Message | undefined, type: string): number => message?.content.filter((part) => part.type === type).length ?? 0;
