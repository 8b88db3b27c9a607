import type { HookRegistry } from "../../hooks/index.ts";

/** The hooks of two registries as those of one, the first one's first. What is added, is added to that. */
export const composedHooks = (first: HookRegistry, second: HookRegistry): HookRegistry => ({
  add: (hook) => first.add(hook),
  get isEmpty() {
    return first.isEmpty && second.isEmpty;
  },
  of: (event) => (second.isEmpty ? first.of(event) : [...first.of(event), ...second.of(event)]),
});
