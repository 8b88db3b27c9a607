import type { ExplicitAnswer } from "coxswain/policy";
import type { PermissionAskEntry, PermissionReplyEntry } from "coxswain/session";

/** Whoever follows a session that another process has open, and is told what it asks. */
export interface Watcher {
  /** It waits at a question: until it has an answer from anywhere, or is not asked any more, which the signal says. The value is what this one answers; undefined: nothing. */
  asked(question: PermissionAskEntry, signal: AbortSignal): Promise<ExplicitAnswer | undefined>;
  /** A question that it was told of ended. */
  replied(reply: PermissionReplyEntry): void;
}
