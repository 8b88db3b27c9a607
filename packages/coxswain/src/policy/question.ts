import type { AgentRef, PermissionRequest } from "../loop/index.ts";

/** A permission question to a user, or to a program in place of one. Plain data. */
export interface Question {
  /** Unique among the questions of a session and of all agents below it, also of earlier processes. */
  readonly id: string;
  /** The session whose call it is, as in its events: of a sub-agent the sub-agent's own. */
  readonly sessionId: string;
  /** The session at the top of the tree, which the user opened; equal to `sessionId` if its own agent asks. */
  readonly root: string;
  readonly tool: string;
  readonly callId: string;
  /** The call's arguments, as the model wrote them or a hook changed them, for information. The answer is about `requests`. */
  readonly input: unknown;
  /** The requests that need permission: only those that the policy left open. */
  readonly requests: readonly PermissionRequest[];
  /** The reasons for the question, one clause each. */
  readonly reasons: readonly string[];
  /**
   * The rules that an answer may save: `bash(npm test $)`, `write(/work/src/**)`, `fetch(example.org)`. With all of them
   * saved, the same call is not asked about again. Empty if it must be asked each time.
   */
  readonly offers: readonly string[];
  /**
   * Wider rules that an answer may save instead, if there are any: `bash(npm test)`, which allows any arguments, or all edits
   * in the session's folder. With all of them saved, the same call is not asked about again.
   */
  readonly wider?: readonly string[];
  /** A hook requires the question, regardless of what is allowed. */
  readonly always?: true;
  /** The sub-agent that asks, with its name; absent for the session's own agent. */
  readonly agent?: AgentRef & { readonly name?: string };
}

export type Answer =
  /** This call may run. */
  | { readonly kind: "once" }
  /**
   * This call may run, and from now on everything that the question's `offers` allow, or those of `offers` and `wider` that
   * are in `rules`: while the session is open, in this project, or everywhere. `rules` may also be others, as edited by a
   * user, if `OpenQuestion.ruleFault` finds no fault. Rules that `SavedAnswers` cannot save apply to the session.
   */
  | { readonly kind: "session" | AnswerScope; readonly rules?: readonly string[] }
  /** It may not run. With a reason, the model receives it, and the calls after it in the same response are skipped. */
  | { readonly kind: "deny"; readonly reason?: string }
  /** No user could be asked, so it may not run; the model receives `reason`. */
  | { readonly kind: "unanswered"; readonly reason: string };

/** An answer of a user or a program. */
export type ExplicitAnswer = Exclude<Answer, { readonly kind: "unanswered" }>;

/**
 * Sends a question to a user or a program: a terminal, a screen, the other side of a pipe. When the signal aborts, the
 * question was withdrawn or answered elsewhere, and this answer no longer counts. A rejection denies the call.
 */
export interface Ask {
  (question: Question, signal: AbortSignal): Promise<Answer>;
  /** No user can be asked: it denies at once, and observers are not notified. Default: a user can be asked. */
  readonly nonInteractive?: true;
}

/** Scope of an answer beyond its session: its project, or everywhere. */
export type AnswerScope = "project" | "always";

/** Answers that outlive a session, as rules that allow. Rules that deny or ask beat them. */
export interface SavedAnswers {
  /** The rules that apply now, including those of other processes. Invalid rules allow nothing. Never throws. */
  rules(): readonly string[];
  /** Adds rules. Rejects if it cannot; the rules then apply to the session. */
  save(scope: AnswerScope, rules: readonly string[]): Promise<void>;
}
