import assert from "node:assert/strict";
import { test } from "node:test";
import { temporaryWorkspace } from "../workspace/workspace.fixture.ts";
import { askHooks } from "./ask-hooks.ts";
import type { HookInputs } from "./hook-input.ts";
import type { HookOn } from "./hook.ts";

const INPUT: HookInputs["before_run"] = { sessionId: "s1", cwd: "/", agent: { id: "s1", depth: 0 }, runId: "r1", prompt: "go" };

test("an answer that is no text where it has to be one is a failure: a hook that was not understood has allowed nothing", async (t) => {
  const { workspace } = temporaryWorkspace(t);
  const asking = { workspace, signal: new AbortController().signal, onFailure: () => {} };
  for (const name of ["prompt", "system"]) {
    const hook = { event: "before_run", name: "gate", run: () => ({ [name]: 7 }) } as unknown as HookOn<"before_run">;
    const { block } = await askHooks([hook], INPUT, asking);
    assert.deepEqual(block, { hook: "gate", reason: `it failed: "${name}" of its answer has to be a text`, stops: false });
  }
});

test("a denial is one whatever it says, and false or null is none", async (t) => {
  const { workspace } = temporaryWorkspace(t);
  const asking = { workspace, signal: new AbortController().signal, onFailure: () => assert.fail("failed") };
  const deny = async (said: unknown) => {
    const hook = { event: "before_run", name: "gate", run: () => ({ deny: said }) } as unknown as HookOn<"before_run">;
    return (await askHooks([hook], INPUT, asking)).block?.reason;
  };
  assert.equal(await deny("no"), "no");
  for (const said of ["", true, 7, {}]) assert.equal(await deny(said), "It gave no reason.");
  for (const said of [undefined, null, false]) assert.equal(await deny(said), undefined);
});
