import type { AgentRef, PermissionRequest } from "../loop/index.ts";

/** What a person, or a program that stands for one, is asked. Plain data. */
export interface Question {
  /** Unique among the questions of a session and of all agents below it, also of earlier processes. */
  readonly id: string;
  /** The session whose call it is, as in its events: of a sub-agent the sub-agent's own. */
  readonly sessionId: string;
  /** The session that a person opened, at the top of the tree: the same where its own agent asks, and the one above all agents where one of them does. */
  readonly root: string;
  readonly tool: string;
  readonly callId: string;
  /** The call's arguments, as the model made them or a hook changed them: for who looks closer. What is to be allowed are the requests. */
  readonly input: unknown;
  /** What is to be allowed: only what the policy left open. */
  readonly requests: readonly PermissionRequest[];
  /** Why it is asked, a clause each. */
  readonly reasons: readonly string[];
  /**
   * The rules that an answer may keep, as people write them: `bash(npm test $)`, `write(/work/src/**)`, `fetch(example.org)`. With all of them kept the
   * same is not asked again. Empty where it is to be asked each time.
   */
  readonly offers: readonly string[];
  /** A hook wants it to be asked, whatever is allowed. */
  readonly always?: true;
  /** The sub-agent that asks, with the name that it was given; absent where the session's own agent does. */
  readonly agent?: AgentRef & { readonly name?: string };
}

export type Answer =
  /** This call may run. */
  | { readonly kind: "once" }
  /**
   * This call may run, and from now on whatever the question's `offers` are about, or those of them that `rules` names: for as long as the session is
   * open, in this project, or everywhere. What `SavedAnswers` cannot keep is kept for the session.
   */
  | { readonly kind: "session" | AnswerScope; readonly rules?: readonly string[] }
  /** It may not. A reason is told to the model, and the calls after it in the same response are skipped. */
  | { readonly kind: "deny"; readonly reason?: string }
  /** Nobody was there to be asked, so it may not; `reason` is told to the model. */
  | { readonly kind: "unanswered"; readonly reason: string };

/** An answer that somebody gave. */
export type ExplicitAnswer = Exclude<Answer, { readonly kind: "unanswered" }>;

/**
 * Brings a question to whoever can answer it: a terminal, a screen, a program on the other side of a pipe. When the signal aborts, the question was
 * withdrawn or somebody else has answered it, and its answer no longer counts. Rejecting denies.
 */
export interface Ask {
  (question: Question, signal: AbortSignal): Promise<Answer>;
  /** It stands for nobody, and denies at once: what it is asked waits for no answer, so that nobody else is told of it either. Default: somebody is there. */
  readonly nobody?: true;
}

/** How long an answer is kept beyond its session: in its project, or everywhere. */
export type AnswerScope = "project" | "always";

/** Answers that outlive a session, as rules that allow. What denies or asks beats them. */
export interface SavedAnswers {
  /** The rules that hold now, those that other processes kept among them. Those that cannot be read allow nothing. Never throws. */
  rules(): readonly string[];
  /** Keeps rules, beside those that are there. Rejects where it cannot; they are kept for the session then. */
  keep(scope: AnswerScope, rules: readonly string[]): Promise<void>;
}
