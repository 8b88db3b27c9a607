import type { Entry } from "../../log/index.ts";
import { isRunEnd, lastReply, type Outcome, type RunEndEntry } from "../../loop/index.ts";
import { isCancellation } from "../inbox/index.ts";

/** How a run ended that a message was said to, as the log tells it. */
export const pastOutcome = (entries: readonly Entry[], run: string, messageId: string): Outcome => {
  const end = entries.findLast((entry): entry is RunEndEntry => isRunEnd(entry) && entry.run === run);
  if (end !== undefined && end.outcome.kind !== "done") return end.outcome;
  const reply = end === undefined ? undefined : lastReply(entries, run);
  if (reply !== undefined) return { ...end?.outcome, kind: "done", reply };
  const cancelled = entries.findLast((entry) => isCancellation(entry) && entry.messages.includes(messageId));
  return { kind: "aborted", reason: cancelled !== undefined && isCancellation(cancelled) ? cancelled.reason : FORGOTTEN };
};

const FORGOTTEN = "It was told before, and what came of it is not known any more.";
