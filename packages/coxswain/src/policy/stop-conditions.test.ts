import assert from "node:assert/strict";
import { test } from "node:test";
import { messagesOf, openScene, callSay, sayTool } from "../runtime/runtime.fixture.ts";
import { textResult, type Tool } from "../loop/index.ts";
import { allowAll, allowTools } from "./grants.ts";
import type { Policy } from "./policy.ts";
import type { Ask } from "./question.ts";
import type { Reply, ScriptedReply } from "../model/index.ts";

const turns = (count: number) => Array.from({ length: count }, (_, turn) => callSay(String(turn)));

test("S4-05: a run that would continue after its last turn ends with the limit turns", async () => {
  await using scene = await openScene({ script: turns(9), tools: [sayTool()], maxTurns: 3 });
  const outcome = await scene.session.prompt("go").outcome;
  assert.deepEqual(outcome, { kind: "limit", limit: { name: "turns", message: "The run reached its limit of 3 turns." } });
  assert.equal(scene.model.requests.length, 3);
  assert.equal(messagesOf(scene.session).at(-1)?.role, "tool");
});

test("S4-44: 0 turns mean no limit, and 25 limit a run that sets it", async () => {
  await using scene = await openScene({ script: [...turns(30), "done", ...turns(30)], tools: [sayTool()], maxTurns: 0 });
  assert.equal((await scene.session.prompt("go").outcome).kind, "done");
  assert.equal(scene.model.requests.length, 31);
  assert.equal((await scene.session.prompt("go", { maxTurns: 25 }).outcome).kind, "limit");
  assert.equal(scene.model.requests.length, 31 + 25);
});

test("a run that finishes in its last turn is done", async () => {
  await using scene = await openScene({ script: [callSay("a"), "done"], tools: [sayTool()], maxTurns: 2 });
  assert.equal((await scene.session.prompt("go").outcome).kind, "done");
});

test("a prompt may have its own limit of turns, and each run counts from 0", async () => {
  await using scene = await openScene({ script: turns(9), tools: [sayTool()] });
  for (const maxTurns of [1, 2]) {
    const before = scene.model.requests.length;
    assert.equal((await scene.session.prompt("go", { maxTurns }).outcome).kind, "limit");
    assert.equal(scene.model.requests.length - before, maxTurns);
  }
});

test("one call with one result ends the run the sixth time within ten turns", async () => {
  await using scene = await openScene({ script: () => callSay("same"), tools: [sayTool()] });
  const outcome = await scene.session.prompt("go").outcome;
  assert.equal(outcome.kind === "limit" && outcome.limit.name, "loop");
  assert.equal(scene.model.requests.length, 6);
});

test("one call with changing results is not a loop", async () => {
  let count = 0;
  const say = sayTool({ run: async () => textResult(String(count++)) });
  await using scene = await openScene({ script: (_, turn) => (turn < 20 ? callSay("same") : "done"), tools: [say] });
  assert.equal((await scene.session.prompt("go").outcome).kind, "done");
});

test("one call with one result in five of ten turns is not a loop", async () => {
  await using scene = await openScene({
    script: (_, turn) => (turn < 24 ? callSay(turn % 2 === 0 ? "same" : String(turn)) : "done"),
    tools: [sayTool()],
  });
  assert.equal((await scene.session.prompt("go").outcome).kind, "done");
});

test("arguments in another order are the same call, and elements of a list in another order are not", async () => {
  const tool = sayTool({ run: async () => textResult("same") });
  const write = (turn: number) => (turn % 2 === 0 ? '{"text":"a","more":{"x":1,"y":[1,2]}}' : '{"more":{"y":[1,2],"x":1},"text":"a"}');
  await using scene = await openScene({ script: (_, turn) => ({ calls: [{ name: "say", input: write(turn) }] }), tools: [tool] });
  const outcome = await scene.session.prompt("go").outcome;
  assert.equal(outcome.kind === "limit" && outcome.limit.name, "loop");
  assert.equal(scene.model.requests.length, 6);

  const other = (turn: number) =>
    turn < 9 ? { calls: [{ name: "say", input: turn % 2 === 0 ? '{"text":"a","x":[1,2]}' : '{"text":"a","x":[2,1]}' }] } : "done";
  await using different = await openScene({ script: (_, turn) => other(turn), tools: [tool] });
  assert.equal((await different.session.prompt("go").outcome).kind, "done");
});

const NEEDS: Tool<{ text: string }>["permissionRequests"] = ({ text }) => [{ tool: "say", effect: "read", subject: text }];

const ANSWERS: Readonly<Record<string, { readonly policy: Policy; readonly ask?: Ask }>> = {
  "a policy allows everything": { policy: allowAll() },
  "a user allows each call": { policy: allowTools([]), ask: async () => ({ kind: "once" }) },
  "a user allowed it for the session": { policy: allowTools([]), ask: async () => ({ kind: "session" }) },
  "a user denies each call": { policy: allowTools([]), ask: async () => ({ kind: "deny" }) },
  "a policy leaves it open, and no user can be asked": { policy: allowTools([]) },
};

for (const [name, answer] of Object.entries(ANSWERS)) {
  test(`a loop ends the run regardless of approvals: ${name}`, async () => {
    await using scene = await openScene({ script: () => callSay("same"), tools: [sayTool({ needs: NEEDS })], ...answer });
    const outcome = await scene.session.prompt("go").outcome;
    assert.equal(outcome.kind === "limit" && outcome.limit.name, "loop");
    assert.equal(scene.model.requests.length, 6);
  });
}

const garbled = (turn: number): ScriptedReply => ({ calls: [{ name: "say", input: `no ${turn}` }] });
const wrong = (turn: number): ScriptedReply => ({ calls: [{ name: "say", input: { text: [turn] } }] });

/** Each turn's reply, up to the seventh, and then a word. */
const runOf = async (replyAt: (turn: number) => Reply) => {
  const script = [...Array.from({ length: 7 }, (_, turn) => replyAt(turn)), "done"];
  await using scene = await openScene({ script, tools: [sayTool()] });
  return { outcome: await scene.session.prompt("go").outcome, requests: scene.model.requests.length };
};

test("P14: arguments that are not JSON, 3 turns in a row, end the run, even if they differ", async () => {
  const { outcome, requests } = await runOf(garbled);
  const message = "The run ended: 3 turns in a row no call had readable arguments.";
  assert.deepEqual(outcome, { kind: "limit", limit: { name: "loop", message } });
  assert.equal(requests, 3);
});

test("P18: calls that the token limit truncates, 3 turns in a row, end the run", async () => {
  const { outcome, requests } = await runOf((turn) => ({ calls: [{ name: "say", input: `{"text": "tr${turn}` }], stop: "length" }));
  assert.equal(outcome.kind === "limit" && outcome.limit.name, "loop");
  assert.equal(requests, 3);
});

test("a call that runs, in the same turn or between, resets the count", async () => {
  const both: Reply = { calls: [...(garbled(0).calls ?? []), { name: "say", input: { text: "a" } }] };
  for (const between of [both, callSay("a")]) {
    assert.equal((await runOf((turn) => (turn % 3 === 2 ? between : garbled(turn)))).outcome.kind, "done");
  }
});

test("arguments that are JSON and do not match the tool's schema do not count, because a model can correct them", async () => {
  assert.equal((await runOf(wrong)).outcome.kind, "done");
});
