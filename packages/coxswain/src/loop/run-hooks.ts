import type { HookMessages, RunHook, ToolRuling, TurnEnd, ValidCall } from "./hooks.ts";
import type { Queued } from "./types.ts";
import type { Scope } from "./scope.ts";
import { settle } from "../base/index.ts";

const NOTHING: HookMessages = {};

type Merged = HookMessages & { readonly messages: Queued[] };

/** Calls the run's hooks in order and merges their results. After an abort the run does not wait for them. */
export const runHooks = (
  { ports: { hooks = [], clock }, signal }: Scope,
  call: (hook: RunHook, signal: AbortSignal, merged: Merged) => Promise<HookMessages> | undefined,
): HookMessages | Promise<HookMessages> => {
  // No promise without hooks: this is called four times per turn.
  if (hooks.length === 0 || signal.aborted) return NOTHING;
  const inOrder = async (): Promise<HookMessages> => {
    const merged: Merged = { messages: [] };
    for (const hook of hooks) {
      if (merged.end !== undefined || signal.aborted) break;
      const { messages = [], ...rest } = (await call(hook, signal, merged)) ?? NOTHING;
      merged.messages.push(...messages);
      Object.assign(merged, rest);
    }
    return merged;
  };
  return settle(inOrder, signal, clock).then((end) => (end.kind === "value" ? end.value : NOTHING));
};

/** Calls the hooks at a turn's end. For each, `last` takes the inbox and the earlier hooks' messages into account. */
export const runTurnEndHooks = (scope: Scope, turn: TurnEnd): HookMessages | Promise<HookMessages> =>
  runHooks(scope, (hook, signal, { messages }) => {
    const last = turn.last && messages.length === 0 && scope.ports.inbox.isEmpty;
    return hook.turnEnd?.({ ...turn, last }, signal);
  });

/** Calls the hooks before a call, each with the arguments that the previous one returned. The first denial decides, and the last `ask`. */
export const runPreToolHooks = async ({ ports: { hooks = [] }, signal }: Scope, valid: ValidCall): Promise<ToolRuling> => {
  const merged: { kind: "continue"; input?: unknown; ask?: string } = { kind: "continue" };
  for (const hook of hooks) {
    const input = merged.input === undefined ? {} : { input: merged.input };
    const ruling = (await hook.preTool?.({ ...valid, call: { ...valid.call, ...input } }, signal)) ?? merged;
    if (ruling.kind === "deny") return ruling;
    Object.assign(merged, ruling);
  }
  return merged;
};
