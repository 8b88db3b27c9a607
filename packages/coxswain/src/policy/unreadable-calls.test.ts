import assert from "node:assert/strict";
import { test } from "node:test";
import type { Reply, ScriptedReply } from "../model/index.ts";
import { openScene, says, sayTool } from "../runtime/runtime.fixture.ts";

const garbled = (turn: number): ScriptedReply => ({ calls: [{ name: "say", input: `no ${turn}` }] });
const wrong = (turn: number): ScriptedReply => ({ calls: [{ name: "say", input: { text: [turn] } }] });

/** Each turn's reply, up to the seventh, and then a word. */
const runOf = async (replyAt: (turn: number) => Reply) => {
  const script = [...Array.from({ length: 7 }, (_, turn) => replyAt(turn)), "done"];
  await using scene = await openScene({ script, tools: [sayTool()] });
  return { outcome: await scene.session.prompt("go").outcome, requests: scene.model.requests.length };
};

test("P14: arguments that are no JSON, 3 turns in a row, end the run, however they differ", async () => {
  const { outcome, requests } = await runOf(garbled);
  const message = "The run ended: 3 turns in a row no call had arguments that can be read.";
  assert.deepEqual(outcome, { kind: "limit", limit: { name: "loop", message } });
  assert.equal(requests, 3);
});

test("P18: so do calls that the limit of tokens cuts off each time", async () => {
  const { outcome, requests } = await runOf((turn) => ({ calls: [{ name: "say", input: `{"text": "tr${turn}` }], stop: "length" }));
  assert.equal(outcome.kind === "limit" && outcome.limit.name, "loop");
  assert.equal(requests, 3);
});

test("a call that runs, in the same turn or between, is a new beginning", async () => {
  const both: Reply = { calls: [...(garbled(0).calls ?? []), { name: "say", input: { text: "a" } }] };
  for (const between of [both, says("a")]) {
    assert.equal((await runOf((turn) => (turn % 3 === 2 ? between : garbled(turn)))).outcome.kind, "done");
  }
});

test("arguments that are JSON and do not fit the tool are not counted: a model learns from what it is told", async () => {
  assert.equal((await runOf(wrong)).outcome.kind, "done");
});
