import assert from "node:assert/strict";
import { test } from "node:test";
import { temporaryWorkspace } from "../workspace/workspace.fixture.ts";
import { runHooks } from "./run-hooks.ts";
import type { HookInputs, HookOn } from "./hook.ts";

const INPUT: HookInputs["before_run"] = { sessionId: "s1", cwd: "/", agent: { id: "s1", depth: 0 }, runId: "r1", prompt: "go" };

test("a field that must be a string and is not makes the hook fail: an invalid answer allows nothing", async (t) => {
  const { workspace } = temporaryWorkspace(t);
  const asking = { workspace, signal: new AbortController().signal, onFailure: () => {} };
  for (const name of ["prompt", "system"]) {
    const hook = { event: "before_run", name: "gate", run: () => ({ [name]: 7 }) } as unknown as HookOn<"before_run">;
    const { block } = await runHooks([hook], INPUT, asking);
    assert.deepEqual(block, { hook: "gate", reason: `it failed: "${name}" in its answer must be a string`, stops: false });
  }
});

test("a denial counts whatever its text, and false or null is not a denial", async (t) => {
  const { workspace } = temporaryWorkspace(t);
  const asking = { workspace, signal: new AbortController().signal, onFailure: () => assert.fail("failed") };
  const deny = async (denial: unknown) => {
    const hook = { event: "before_run", name: "gate", run: () => ({ deny: denial }) } as unknown as HookOn<"before_run">;
    return (await runHooks([hook], INPUT, asking)).block?.reason;
  };
  assert.equal(await deny("no"), "no");
  for (const denial of ["", true, 7, {}]) assert.equal(await deny(denial), "No reason given.");
  for (const denial of [undefined, null, false]) assert.equal(await deny(denial), undefined);
});

test("an answer that is invalid at its event is a failure, from any hook; false and null count as no answer", async (t) => {
  const { workspace } = temporaryWorkspace(t);
  const asking = { workspace, signal: new AbortController().signal, onFailure: () => assert.fail("failed") };
  const answered = async (answer: unknown) => {
    const hook = { event: "before_run", name: "gate", run: () => answer } as unknown as HookOn<"before_run">;
    return (await runHooks([hook], INPUT, asking)).block?.reason;
  };
  for (const answer of [true, "no", 7, [{ deny: "no" }]]) {
    assert.equal(await answered(answer), "it failed: its answer must be an object");
  }
  assert.equal(
    await answered({ denied: "no" }),
    'it failed: its answer has an unknown field "denied"; before_run supports deny, prompt, system',
  );
  for (const answer of [undefined, null, false, {}]) assert.equal(await answered(answer), undefined);
});

test("changes of a hook in place affect neither the call nor the next hook", async (t) => {
  const { workspace } = temporaryWorkspace(t);
  const call: HookInputs["pre_tool"] = {
    sessionId: "s1",
    cwd: "/",
    agent: { id: "s1", depth: 0 },
    runId: "r1",
    callId: "c1",
    tool: "bash",
    effect: "execute",
    input: { command: "rm -rf /" },
  };
  const changed = { command: "ls" };
  const inPlace = {
    event: "pre_tool",
    name: "tidies",
    run({ input }: { readonly input: { command: string } }) {
      input.command = "true";
    },
  } as unknown as HookOn<"pre_tool">;
  const seen: unknown[] = [];
  const reads: HookOn<"pre_tool"> = { event: "pre_tool", name: "judges", run: ({ input }) => void seen.push(input) };
  const replaces: HookOn<"pre_tool"> = { event: "pre_tool", name: "replaces", run: () => ({ input: changed }) };
  const asking = { workspace, signal: new AbortController().signal, onFailure: () => assert.fail("failed") };
  const { input } = await runHooks([inPlace, reads, replaces], call, asking);
  changed.command = "afterwards";
  assert.deepEqual(seen, [{ command: "rm -rf /" }]);
  assert.deepEqual(call.input, { command: "rm -rf /" });
  assert.deepEqual(input.input, { command: "ls" });
});
