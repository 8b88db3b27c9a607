import { CoxswainError } from "../base/index.ts";
import { nearest } from "../settings/index.ts";
import { HOOK_EVENTS } from "./hook-events.ts";

/** Thrown for a hook of an unknown event, which would never run. */
export class UnknownHookEventError extends CoxswainError {
  override readonly name = "UnknownHookEventError";
  readonly code = "unknown_hook_event";

  constructor(event: string) {
    const near = nearest(event, HOOK_EVENTS);
    super(
      `There is no event "${event}" for hooks${near === undefined ? `; there are ${HOOK_EVENTS.join(", ")}.` : `; did you mean ${near}?`}`,
    );
  }
}
