import type { Outcome } from "../loop/index.ts";
import { CoxswainError } from "../base/index.ts";
/** A prompt was rejected because the session has an active run. */
export class SessionBusyError extends CoxswainError {
  override readonly name = "SessionBusyError";
  readonly code = "session_busy";

  constructor() {
    super("The session is busy. Set `whenBusy` to queue, steer or followUp (for `runtime.send` also wait).");
  }
}

/** A plugin has reached its limit of messages since the user last started a run. */
export class InjectCapError extends CoxswainError {
  override readonly name = "InjectCapError";
  readonly code = "inject_cap";

  constructor(source: string, most: number) {
    super(`${source} has added ${most} messages, which is the limit. The limit resets when the user starts a run.`);
  }
}

/** The prompt has no image and only white space. */
export class EmptyPromptError extends CoxswainError {
  override readonly name = "EmptyPromptError";
  readonly code = "empty_prompt";

  constructor() {
    super("The prompt is empty.");
  }
}

/** A run whose text was asked for did not end with `done`. */
export class RunFailedError extends CoxswainError {
  override readonly name = "RunFailedError";
  readonly code = "run_failed";
  /** Outcome of the run. */
  readonly outcome: Exclude<Outcome, { readonly kind: "done" }>;

  constructor(outcome: Exclude<Outcome, { readonly kind: "done" }>) {
    super(explain(outcome));
    this.outcome = outcome;
  }
}

const explain = (outcome: Exclude<Outcome, { readonly kind: "done" }>): string => {
  switch (outcome.kind) {
    case "aborted":
      return `The run was aborted${outcome.reason === undefined ? "" : `: ${outcome.reason}`}`;
    case "limit":
      return `The run reached a limit: ${outcome.limit.message}`;
    case "failed":
      return `The run failed (${outcome.error.code}): ${outcome.error.message}`;
  }
};
