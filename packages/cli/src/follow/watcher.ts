import type { ExplicitAnswer } from "coxswain/policy";
import type { PermissionAskEntry, PermissionReplyEntry } from "coxswain/session";

/** Receives the permission questions of a session that another process has open. */
export interface Watcher {
  /**
   * Called for an open question. The signal aborts when the question is answered or withdrawn. Returns this watcher's
   * answer, or undefined.
   */
  asked(question: PermissionAskEntry, signal: AbortSignal): Promise<ExplicitAnswer | undefined>;
  /** Called when a question that it received ends. */
  replied(reply: PermissionReplyEntry): void;
}
