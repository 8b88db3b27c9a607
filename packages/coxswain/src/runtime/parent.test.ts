import assert from "node:assert/strict";
import { test } from "node:test";
import { openScene } from "./runtime.fixture.ts";

test("S0-48: a session may name its parent, and starts without any of its content", async () => {
  await using scene = await openScene({ script: ["one"] });
  await scene.session.prompt("go").outcome;
  const next = await scene.runtime.create({ model: "scripted/scripted", parent: scene.session.id });
  assert.deepEqual(next.state.parent, { session: scene.session.id, entry: null });
  assert.equal(next.state.messages, 0);
});
