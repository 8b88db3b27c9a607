import assert from "node:assert/strict";
import { test } from "node:test";
import { messagesOf, openScene, says, sayTool } from "../runtime/runtime.fixture.ts";
import { textResult } from "../loop/index.ts";

const turns = (count: number) => Array.from({ length: count }, (_, turn) => says(String(turn)));

test("S4-05, S4-44: a run that would go on after its last turn ends with the limit of turns", async () => {
  await using scene = await openScene({ script: turns(9), tools: [sayTool()], maxTurns: 3 });
  const outcome = await scene.session.prompt("go").outcome;
  assert.deepEqual(outcome, { kind: "limit", limit: { name: "turns", message: "The run reached its limit of 3 turns." } });
  assert.equal(scene.model.requests.length, 3);
  assert.equal(messagesOf(scene.session).at(-1)?.role, "tool");
});

test("a run that is done with its last turn is done", async () => {
  await using scene = await openScene({ script: [says("a"), "done"], tools: [sayTool()], maxTurns: 2 });
  assert.equal((await scene.session.prompt("go").outcome).kind, "done");
});

test("a prompt may have its own limit of turns, and each run counts anew", async () => {
  await using scene = await openScene({ script: turns(9), tools: [sayTool()] });
  for (const maxTurns of [1, 2]) {
    const before = scene.model.requests.length;
    assert.equal((await scene.session.prompt("go", { maxTurns }).outcome).kind, "limit");
    assert.equal(scene.model.requests.length - before, maxTurns);
  }
});

test("one call with one result ends the run the sixth time within ten turns", async () => {
  await using scene = await openScene({ script: () => says("same"), tools: [sayTool()] });
  const outcome = await scene.session.prompt("go").outcome;
  assert.equal(outcome.kind === "limit" && outcome.limit.name, "loop");
  assert.equal(scene.model.requests.length, 6);
});

test("one call with changing results is no loop", async () => {
  let count = 0;
  const say = sayTool({ run: async () => textResult(String(count++)) });
  await using scene = await openScene({ script: (_, turn) => (turn < 20 ? says("same") : "done"), tools: [say] });
  assert.equal((await scene.session.prompt("go").outcome).kind, "done");
});

test("one call with one result every other turn of many is no loop: five of ten turns", async () => {
  await using scene = await openScene({
    script: (_, turn) => (turn < 24 ? says(turn % 2 === 0 ? "same" : String(turn)) : "done"),
    tools: [sayTool()],
  });
  assert.equal((await scene.session.prompt("go").outcome).kind, "done");
});
