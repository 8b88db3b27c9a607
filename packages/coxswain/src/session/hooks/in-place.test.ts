import assert from "node:assert/strict";
import { test } from "node:test";
import { HOOK_EVENTS, type Hook } from "../../hooks/index.ts";
import { openScene, callSay, sayTool, transcript } from "../../runtime/runtime.fixture.ts";
import { storedIn } from "../../runtime/crash.fixture.ts";

/** Overwrites every reachable `text` field. */
const overwrite = (value: unknown): void => {
  if (typeof value !== "object" || value === null) return;
  const fields = value as Record<string, unknown>;
  for (const name of Object.keys(fields)) {
    if (name === "text") fields[name] = "overwritten";
    else overwrite(fields[name]);
  }
};

test("hooks that mutate their input do not change the log, requests or results", async () => {
  const hooks = HOOK_EVENTS.map((event): Hook => ({ event, name: event, run: overwrite }));
  await using scene = await openScene({ script: [callSay("a"), "done"], tools: [sayTool()], hooks });
  const outcome = await scene.session.prompt("go").outcome;
  const expected = ["user: go", 'assistant: [say {"text":"a"}]', "tool: a", "assistant: done"];
  assert.deepEqual(transcript(scene.session), expected);
  assert.deepEqual(outcome.kind === "done" && outcome.reply.content, [{ type: "text", text: "done" }]);
  assert.doesNotMatch(JSON.stringify(scene.model.requests), /overwritten/);
  const { id } = scene.session;
  await scene.runtime.close();
  assert.doesNotMatch(JSON.stringify(await storedIn(scene.store, id)), /overwritten/);
});
