import type { Workspace } from "../workspace/index.ts";
import type { HookAnswers } from "./hook-answer.ts";
import type { HookInputs } from "./hook-input.ts";
import type { HookEvent } from "../loop/index.ts";

/** Context of a hook, in addition to its input. */
export interface HookContext {
  /** Aborts with the run, which then no longer waits for the hook. */
  readonly signal: AbortSignal;
  /** The session's folder, in which commands run. */
  readonly workspace: Workspace;
}

/** Function that runs at one event of every run, including runs of sub-agents. */
export interface HookOn<E extends HookEvent> {
  readonly event: E;
  /** Name for users and for the model, shown with its denials and messages. */
  readonly name: string;
  /**
   * Tools that a hook of `pre_tool` or `post_tool` applies to. `*` matches any characters, and `edit` includes
   * `apply_patch`. Default: all.
   */
  readonly tools?: readonly string[];
  /** True if a failure denies events that can be denied; otherwise a failure is a warning. Default: true. */
  readonly blocking?: boolean;
  /**
   * Receives a copy of the input, so that only its answer has an effect. An answer that is invalid at its event is a
   * failure. It may prompt its session, but must not await that run, which waits for this one.
   */
  readonly run: (input: HookInputs[E], context: HookContext) => HookReply<E> | Promise<HookReply<E>>;
}

export type HookReply<E extends HookEvent> = HookAnswers[E] | undefined | void;

/** Hook of any event. */
export type Hook = { readonly [E in HookEvent]: HookOn<E> }[HookEvent];
