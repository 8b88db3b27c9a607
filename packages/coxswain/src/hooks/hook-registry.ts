import { UnknownHookEventError } from "./errors.ts";
import { isHookEvent } from "./hook-events.ts";
import type { HookEvent } from "../loop/index.ts";
import type { Hook, HookOn } from "./hook.ts";

/** The hooks of a runtime, in the order in which they were added. */
export interface HookRegistry {
  /**
   * Adds a hook, which holds from the next run on at the latest. What this returns takes it out: it is not asked any more.
   * @throws {UnknownHookEventError}
   */
  add(hook: Hook): () => void;
  /** Whether there is none. */
  readonly isEmpty: boolean;
  of<E extends HookEvent>(event: E): readonly HookOn<E>[];
}

/** A registry with these hooks. @throws {UnknownHookEventError} */
export const hookRegistry = (hooks: readonly Hook[] = []): HookRegistry => {
  const byEvent = new Map<string, readonly Hook[]>();
  const registry: HookRegistry = {
    add(hook) {
      const event: string = hook.event;
      if (!isHookEvent(event)) throw new UnknownHookEventError(event);
      // A place of its own: the same hook may be there twice.
      const placed = { ...hook };
      byEvent.set(event, [...(byEvent.get(event) ?? []), placed]);
      return () => {
        const left = (byEvent.get(event) ?? []).filter((one) => one !== placed);
        if (left.length > 0) byEvent.set(event, left);
        else byEvent.delete(event);
      };
    },
    get isEmpty() {
      return byEvent.size === 0;
    },
    // Each was put under its own event, which its type does not say.
    of: <E extends HookEvent>(event: E) => (byEvent.get(event) ?? []) as readonly unknown[] as readonly HookOn<E>[],
  };
  for (const hook of hooks) registry.add(hook);
  return registry;
};
