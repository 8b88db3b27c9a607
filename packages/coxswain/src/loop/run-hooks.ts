import type { HookMessages, RunHook, ToolRuling, TurnOver, ValidCall } from "./hooks.ts";
import type { Queued } from "./types.ts";
import type { Scope } from "./scope.ts";
import { settle } from "../base/index.ts";

const NOTHING: HookMessages = {};

type Merged = HookMessages & { readonly tell: Queued[] };

/** Calls the run's hooks in order and merges their results. After an abort the run does not wait for them. */
export const runHooks = (
  { ports: { hooks = [], clock }, signal }: Scope,
  call: (hook: RunHook, signal: AbortSignal, merged: Merged) => Promise<HookMessages> | undefined,
): HookMessages | Promise<HookMessages> => {
  // Without a promise where there are no hooks: this is called four times a turn.
  if (hooks.length === 0 || signal.aborted) return NOTHING;
  const inOrder = async (): Promise<HookMessages> => {
    const merged: Merged = { tell: [] };
    for (const hook of hooks) {
      if (merged.end !== undefined || signal.aborted) break;
      const { tell = [], ...rest } = (await call(hook, signal, merged)) ?? NOTHING;
      merged.tell.push(...tell);
      Object.assign(merged, rest);
    }
    return merged;
  };
  return settle(inOrder, signal, clock).then((end) => (end.kind === "value" ? end.value : NOTHING));
};

/** Each hook gets `last` as the hooks before it and the inbox leave it. */
export const runTurnEndHooks = (scope: Scope, turn: TurnOver): HookMessages | Promise<HookMessages> =>
  runHooks(scope, (hook, signal, { tell }) => {
    const last = turn.last && tell.length === 0 && scope.ports.inbox.isEmpty;
    return hook.turnEnd?.({ ...turn, last }, signal);
  });

/** Each hook gets the arguments as the hooks before it changed them. The first denial decides, and the last `ask`. */
export const runPreToolHooks = async ({ ports: { hooks = [] }, signal }: Scope, valid: ValidCall): Promise<ToolRuling> => {
  const merged: { kind: "go"; input?: unknown; ask?: string } = { kind: "go" };
  for (const hook of hooks) {
    const input = merged.input === undefined ? {} : { input: merged.input };
    const ruling = (await hook.preTool?.({ ...valid, call: { ...valid.call, ...input } }, signal)) ?? merged;
    if (ruling.kind === "deny") return ruling;
    Object.assign(merged, ruling);
  }
  return merged;
};
