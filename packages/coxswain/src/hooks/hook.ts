import type { Workspace } from "../workspace/index.ts";
import type { HookAnswers } from "./hook-answer.ts";
import type { HookInputs } from "./hook-input.ts";
import type { HookEvent } from "../loop/index.ts";

/** What a hook works with besides what it is told. */
export interface HookContext {
  /** Aborts with the run. The hook is not waited for then. */
  readonly signal: AbortSignal;
  /** The session's folder, and the commands in it. */
  readonly workspace: Workspace;
}

/** A function that is heard at one event of every run, sub-agents' runs too. */
export interface HookOn<E extends HookEvent> {
  readonly event: E;
  /** Which it is, for people and for the model: named where it denies and where it tells something. */
  readonly name: string;
  /** Of `pre_tool` and `post_tool`, the tools that it is about, where `*` stands for any characters, and `edit` for `apply_patch` too. Default: all. */
  readonly tools?: readonly string[];
  /** Whether a failure of it denies, at events that can be denied; else it is a warning. Default: true. */
  readonly blocking?: boolean;
  /**
   * Is told a copy: only what it answers changes anything, and an answer without a meaning at its event is a failure. It may
   * prompt its session, but must not wait for that run, which waits for this one.
   */
  readonly run: (input: HookInputs[E], context: HookContext) => HookReply<E> | Promise<HookReply<E>>;
}

export type HookReply<E extends HookEvent> = HookAnswers[E] | undefined | void;

/** A hook of any event. */
export type Hook = { readonly [E in HookEvent]: HookOn<E> }[HookEvent];
