import type { HookEvent } from "../loop/index.ts";

/** What can become of an event. */
interface Powers {
  /** Whether a hook can deny it. One that fails denies it as well. */
  readonly denies: boolean;
}

const EVENTS: Readonly<Record<HookEvent, Powers>> = {
  before_run: { denies: true },
  turn_start: { denies: false },
  post_message: { denies: false },
  pre_tool: { denies: true },
  post_tool: { denies: false },
  turn_end: { denies: false },
  pre_compact: { denies: true },
  run_end: { denies: false },
};

/** In the order in which a run comes to them. */
export const HOOK_EVENTS = Object.keys(EVENTS) as readonly HookEvent[];

export const isHookEvent = (name: string): name is HookEvent => Object.hasOwn(EVENTS, name);

export const canDeny = (event: HookEvent): boolean => EVENTS[event].denies;
