import type { HookRegistry } from "../../hooks/index.ts";

/** Combines two registries; the hooks of the first run first. New hooks are added to the first. */
export const composedHooks = (first: HookRegistry, second: HookRegistry): HookRegistry => ({
  add: (hook) => first.add(hook),
  get isEmpty() {
    return first.isEmpty && second.isEmpty;
  },
  of: (event) => (second.isEmpty ? first.of(event) : [...first.of(event), ...second.of(event)]),
});
