import { CoxswainError } from "../base/index.ts";
import { nearest } from "../settings/index.ts";
import { HOOK_EVENTS } from "./hook-events.ts";

/** A hook is for an event that there is not: it would never be heard. */
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
