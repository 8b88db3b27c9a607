import { UnknownHookEventError } from "./errors.ts";
import { isHookEvent } from "./hook-events.ts";
import type { HookEvent } from "../loop/index.ts";
import type { Hook, HookOn } from "./hook.ts";

/** Hooks of a runtime, in the order in which they were added. */
export interface HookRegistry {
  /**
   * Adds a hook, which applies at the latest from the next run on. Returns a function that removes it.
   * @throws {UnknownHookEventError}
   */
  add(hook: Hook): () => void;
  /** True if there are no hooks. */
  readonly isEmpty: boolean;
  of<E extends HookEvent>(event: E): readonly HookOn<E>[];
}

/**
 * Creates a registry with these hooks.
 * @throws {UnknownHookEventError}
 */
export const hookRegistry = (hooks: readonly Hook[] = []): HookRegistry => {
  const byEvent = new Map<string, readonly Hook[]>();
  const registry: HookRegistry = {
    add(hook) {
      const event: string = hook.event;
      if (!isHookEvent(event)) throw new UnknownHookEventError(event);
      // Copy the hook for identity: the same object may be added twice.
      const copy = { ...hook };
      byEvent.set(event, [...(byEvent.get(event) ?? []), copy]);
      return () => {
        const remaining = (byEvent.get(event) ?? []).filter((one) => one !== copy);
        if (remaining.length > 0) byEvent.set(event, remaining);
        else byEvent.delete(event);
      };
    },
    get isEmpty() {
      return byEvent.size === 0;
    },
    // Each hook is stored under its own event, which its type cannot express.
    of: <E extends HookEvent>(event: E) => (byEvent.get(event) ?? []) as readonly unknown[] as readonly HookOn<E>[],
  };
  for (const hook of hooks) registry.add(hook);
  return registry;
};

/**
 * Returns whether one of the patterns matches a tool. `*` matches any characters. As in rules, `edit` stands for
 * changing files and includes `apply_patch`.
 */
export const matchesTool = (patterns: readonly string[], name: string): boolean =>
  patterns.some((pattern) => matches(pattern, name) || (pattern === "edit" && name === "apply_patch"));

const matches = (pattern: string, name: string): boolean => {
  const [first = "", ...rest] = pattern.split("*");
  const last = rest.pop();
  if (last === undefined) return pattern === name;
  if (!name.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
};
