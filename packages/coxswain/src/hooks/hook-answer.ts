/** What a hook of each event may say. Nothing, or an empty object: all goes on as it is. */
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
  /** Why there is to be no such run: it fails with the code `hook_denied`. No hook after this one is asked. */
  readonly deny?: string;
  /** In place of the text of what was said; several messages become one. A blank one changes nothing. */
  readonly prompt?: string;
  /** Added to the system prompt, for this run alone. */
  readonly system?: string;
}

/** Where a hook can speak to the model. */
export interface HookResult {
  /** Told to the model before its next request. Where the run would end, it goes on for that: at most ten times. */
  readonly tell?: string;
  /** Why the run is to end here: its outcome is the limit `hook`. No hook after this one is asked. */
  readonly stop?: string;
}

export interface PreToolAnswer {
  /** Why the call is not to run; the model is told. No hook after this one is asked. */
  readonly deny?: string;
  /** Why neither the call nor the run is to go on. */
  readonly stop?: string;
  /** In place of the call's arguments; checked again by its tool. */
  readonly input?: unknown;
  /** Why its permission is to be asked, whatever would allow it. A clause, without a full stop. */
  readonly ask?: string;
  /** Told to the model with what comes of the call. */
  readonly tell?: string;
}

export interface PreCompactAnswer {
  /** Why the conversation is to stay as it is. No hook after this one is asked. */
  readonly deny?: string;
  /** Added to what the summary is to heed. */
  readonly instructions?: string;
  /** The summary itself: no model is asked for one. */
  readonly summary?: string;
}
