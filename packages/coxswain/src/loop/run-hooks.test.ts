import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import type { UserMessage } from "../model/index.ts";
import { runHooks, runPreToolHooks, runTurnEndHooks } from "./run-hooks.ts";
import type { RunHook, TurnEnd, ValidCall } from "./hooks.ts";
import type { Scope } from "./scope.ts";

const scopeOf = (...hooks: RunHook[]): Scope =>
  ({
    signal: new AbortController().signal,
    ports: { hooks, inbox: { isEmpty: true }, clock: { sleep: () => new Promise(() => {}) } },
  }) as unknown as Scope;

const message: UserMessage = { role: "user", content: [{ type: "text", text: "more" }] };
const over: TurnEnd = {
  runId: "r",
  turn: 1,
  id: "m",
  message: { role: "assistant", content: [], model: "m/m", stop: "end", usage: {} } as unknown as TurnEnd["message"],
  last: true,
};
const tool = {
  name: "say",
  description: "",
  inputSchema: z.object({}),
  effect: "read",
  execute: async () => "",
} as unknown as ValidCall["tool"];
const valid: ValidCall = { messageId: "m", tool, call: { type: "tool_call", id: "c", name: "say", input: "made" } };

test("merges the messages of all hooks in the order of the list, and skips hooks without the method", async () => {
  const adds = (id: string): RunHook => ({ turnStart: async () => ({ messages: [{ id, message }] }) });
  const { messages = [] } = await runHooks(scopeOf(adds("a"), {}, adds("b")), (hook, signal) =>
    hook.turnStart?.({ runId: "r", turn: 1 }, signal),
  );
  assert.deepEqual(
    messages.map(({ id }) => id),
    ["a", "b"],
  );
});

test("a turn that an earlier hook extends is not the last one for a later hook, which may still set the output", async () => {
  const seen: boolean[] = [];
  const watches: RunHook = { turnEnd: async ({ last }) => (seen.push(last), { output: last }) };
  const adds: RunHook = { turnEnd: async () => ({ messages: [{ id: "a", message }] }) };
  const merged = await runTurnEndHooks(scopeOf(watches, adds, watches), over);
  assert.deepEqual(seen, [true, false]);
  assert.equal(merged.output, false);
});

test("calls no hook after one that ends the run", async () => {
  const end = { kind: "limit", limit: { name: "hook", message: "enough" } } as const;
  const merged = await runTurnEndHooks(scopeOf({ turnEnd: async () => ({ end }) }, { turnEnd: () => assert.fail("called") }), over);
  assert.deepEqual(merged.end, end);
});

test("passes changed arguments on to the next hook, and the first denial decides", async () => {
  const seen: unknown[] = [];
  const changes: RunHook = {
    preTool: async ({ call }) => {
      seen.push(call.input);
      return { kind: "continue", input: `${String(call.input)}!`, ask: "it speaks" };
    },
  };
  assert.deepEqual(await runPreToolHooks(scopeOf(changes, {}, changes), valid), { kind: "continue", input: "made!!", ask: "it speaks" });
  assert.deepEqual(seen, ["made", "made!"]);
  const denies: RunHook = { preTool: async () => ({ kind: "deny", reason: "no" }) };
  const never: RunHook = { preTool: () => assert.fail("called") };
  assert.deepEqual(await runPreToolHooks(scopeOf(changes, denies, never), valid), { kind: "deny", reason: "no" });
});
