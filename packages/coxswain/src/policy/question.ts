import type { AgentRef, PermissionRequest } from "../loop/index.ts";

/** What a person, or a program that stands for one, is asked. */
export interface Question {
  readonly tool: string;
  readonly callId: string;
  /** What is to be allowed: only what the policy left open. */
  readonly requests: readonly PermissionRequest[];
  /** Why it is asked, a clause each. */
  readonly reasons: readonly string[];
  /** A hook wants it to be asked, whatever is allowed. */
  readonly always?: true;
  /** The sub-agent that asks, with the name that it was given; absent where the session's own agent does. */
  readonly agent?: AgentRef & { readonly name?: string };
}

export type Answer =
  /** This call may run. */
  | { readonly kind: "once" }
  /** This call may run, and for as long as the session is open whatever else these tools would be asked about. */
  | { readonly kind: "session" }
  /** It may not. A reason is told to the model, and the calls after it in the same response are skipped. */
  | { readonly kind: "deny"; readonly reason?: string }
  /** Nobody was there to be asked, so it may not; `reason` is told to the model. */
  | { readonly kind: "unanswered"; readonly reason: string };

/**
 * Brings a question to whoever can answer it: a terminal, a screen, a program on the other side of a pipe. When the
 * signal aborts the question is withdrawn and its answer no longer counts. Rejecting denies.
 */
export type Ask = (question: Question, signal: AbortSignal) => Promise<Answer>;
