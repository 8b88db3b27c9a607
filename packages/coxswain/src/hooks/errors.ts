import { CoxswainError, nearestName } from "../base/index.ts";
import { HOOK_EVENTS } from "./hook-events.ts";
import type { Block } from "./hook.ts";

/** Thrown for a hook of an unknown event, which would never run. */
export class UnknownHookEventError extends CoxswainError {
  override readonly name = "UnknownHookEventError";
  readonly code = "unknown_hook_event";

  constructor(event: string) {
    const near = nearestName(event, HOOK_EVENTS);
    super(`Unknown hook event "${event}"${near === undefined ? `; use one of ${HOOK_EVENTS.join(", ")}.` : `; did you mean ${near}?`}`);
  }
}

/** Thrown when a hook rejects a run or a compaction. Nothing changes. */
export class HookDeniedError extends CoxswainError {
  override readonly name = "HookDeniedError";
  readonly code = "hook_denied";
  /** Name of the hook. */
  readonly hook: string;

  constructor(what: "run" | "compaction", { hook, reason }: Pick<Block, "hook" | "reason">) {
    super(`The hook ${hook} denied the ${what}: ${reason}`);
    this.hook = hook;
  }
}
