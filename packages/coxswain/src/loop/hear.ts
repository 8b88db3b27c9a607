import type { Hooks, HookMessages } from "./hooks.ts";
import type { Scope } from "./scope.ts";
import { settle } from "../base/index.ts";

const NOTHING: HookMessages = {};

/** What the hooks say, where there are any. After an abort nobody waits for them. */
export const runHooks = (
  scope: Scope,
  ask: (hooks: Hooks, signal: AbortSignal) => Promise<HookMessages>,
): HookMessages | Promise<HookMessages> => {
  const { hooks, clock } = scope.ports;
  // No promise: this comes four times a turn.
  if (hooks === undefined || scope.signal.aborted) return NOTHING;
  const heard = settle(() => ask(hooks, scope.signal), scope.signal, clock);
  return heard.then((end) => (end.kind === "value" ? end.value : NOTHING));
};
