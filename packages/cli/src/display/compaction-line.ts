import type { CompactionEvent } from "coxswain/session";
import { escapeLine } from "../output/index.ts";

/** What happens to the conversation, on one line. */
export const compactionLine = (event: CompactionEvent): string => {
  if (event.type === "compaction_request") return `The model's window is ${event.percent} % full. To make room: cox -c "/compact"`;
  if (event.type === "compaction_start") return `Compacting the conversation (${tokens(event.tokens)})`;
  if ("entry" in event) return `Compacted: from ${tokens(event.tokensBefore)} to ${tokens(event.tokensAfter)}`;
  if ("aborted" in event) return "The compaction was stopped; the conversation is as it was.";
  return `The conversation could not be compacted, and is as it was: ${escapeLine(event.error.message)}`;
};

const tokens = (count: number): string => `${count.toLocaleString("en-US")} tokens`;
