import type { HookEvent } from "../loop/index.ts";

/** Capabilities of an event. */
interface EventCapabilities {
  /** True if a hook can deny it. A hook that fails then denies it as well. */
  readonly denies: boolean;
}

const EVENTS: Readonly<Record<HookEvent, EventCapabilities>> = {
  before_run: { denies: true },
  turn_start: { denies: false },
  post_message: { denies: false },
  pre_tool: { denies: true },
  post_tool: { denies: false },
  turn_end: { denies: false },
  pre_compact: { denies: true },
  run_end: { denies: false },
};

/** In the order in which a run reaches them. */
export const HOOK_EVENTS = Object.keys(EVENTS) as readonly HookEvent[];

export const isHookEvent = (name: string): name is HookEvent => Object.hasOwn(EVENTS, name);

export const canDeny = (event: HookEvent): boolean => EVENTS[event].denies;

/** Default reason of a hook that denies, stops or blocks. */
export const NO_REASON = "No reason given.";
