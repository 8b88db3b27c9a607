import type { CompactionEvent } from "coxswain/session";
import { escapeLine } from "../output/index.ts";

/** Formats a compaction event as one line. */
export const compactionLine = (event: CompactionEvent): string => {
  if (event.type === "compaction_request") return `The context window is ${event.percent} % full. To free space: cox -c "/compact"`;
  if (event.type === "compaction_start") return `Compacting the conversation (${tokens(event.tokens)})`;
  if ("entry" in event) return `Compacted from ${tokens(event.tokensBefore)} to ${tokens(event.tokensAfter)}`;
  if ("aborted" in event) return "Compaction stopped; the conversation is unchanged.";
  return `Compaction failed; the conversation is unchanged: ${escapeLine(event.error.message)}`;
};

const tokens = (count: number): string => `${count.toLocaleString("en-US")} tokens`;
