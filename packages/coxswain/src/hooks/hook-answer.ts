/** Answers that a hook may return at each event. Nothing, or an empty object, changes nothing. */
export interface HookAnswers {
  readonly before_run: BeforeRunAnswer;
  readonly turn_start: HookResult;
  readonly post_message: HookResult;
  readonly pre_tool: PreToolAnswer;
  readonly post_tool: HookResult;
  readonly turn_end: HookResult;
  readonly pre_compact: PreCompactAnswer;
  readonly run_end: undefined;
}

export interface BeforeRunAnswer {
  /** Reason to reject the run, which fails with the code `hook_denied`. Later hooks do not run. */
  readonly deny?: string;
  /** Replaces the text of the prompt; several messages become one. A blank string changes nothing. */
  readonly prompt?: string;
  /** Appended to the system prompt of this run only. */
  readonly system?: string;
}

/** Answer with a message for the model. */
export interface HookResult {
  /**
   * Message that the model receives before its next request. If the run would end, it continues instead, at most ten
   * times.
   */
  readonly tell?: string;
  /** Reason to end the run, whose outcome is the limit `hook`. Later hooks do not run. */
  readonly stop?: string;
}

export interface PreToolAnswer {
  /** Reason to reject the call, which the model receives. Later hooks do not run. */
  readonly deny?: string;
  /** Reason to reject the call and end the run. */
  readonly stop?: string;
  /** Replaces the call's input, which the tool validates again. */
  readonly input?: unknown;
  /** Reason to ask for permission, even if a rule allows the call. A clause, without a full stop. */
  readonly ask?: string;
  /** Message that the model receives with the call's result. */
  readonly tell?: string;
}

export interface PreCompactAnswer {
  /** Reason to reject the compaction. Later hooks do not run. */
  readonly deny?: string;
  /** Additional instructions for the summary. */
  readonly instructions?: string;
  /** The summary itself; no model is requested to write one. */
  readonly summary?: string;
}
