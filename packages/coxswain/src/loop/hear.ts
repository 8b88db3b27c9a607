import type { Hooks, HookSay } from "./hooks.ts";
import type { Scope } from "./scope.ts";
import { settle } from "./settle.ts";

/** What the hooks say, where there are any. After an abort nobody waits for them. */
export const hear = async (scope: Scope, ask: (hooks: Hooks, signal: AbortSignal) => Promise<HookSay>): Promise<HookSay> => {
  const { hooks, clock } = scope.ports;
  if (hooks === undefined || scope.signal.aborted) return {};
  const heard = await settle(() => ask(hooks, scope.signal), scope.signal, clock);
  return heard.kind === "value" ? heard.value : {};
};
