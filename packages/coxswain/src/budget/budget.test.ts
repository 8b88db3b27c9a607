import assert from "node:assert/strict";
import { test } from "node:test";
import { textResult } from "../loop/index.ts";
import { collect, messagesOf, openScene, says, sayTool, transcript } from "../runtime/runtime.fixture.ts";
import { costing, inShort, PRICED } from "./spending.fixture.ts";

const call = (text: unknown) => ({ name: "say", input: { text: String(text) } });

const calls = (usd: number, text: string) => costing(usd, { text, calls: [call(text)] });

test("a run ends where its budget is used up, with what it said last, and the session goes on with the next", async () => {
  const script = [calls(0.4, "one"), calls(0.4, "two"), calls(0.4, "three"), costing(0.4)];
  await using scene = await openScene({ script, tools: [sayTool()], scripted: PRICED });
  const outcome = await scene.session.prompt("go", { budget: { usd: 1 } }).outcome;
  assert.equal(inShort(outcome), "budget: The budget of this run is used up: $1.20 of $1.00. (three)");
  assert.equal(scene.session.state.cost.toFixed(2), "1.20");
  assert.equal(inShort(await scene.session.prompt("go on", { budget: { usd: 5 } }).outcome), "done: 0.4 USD");
});

test("tokens and turns are limited as money is", async () => {
  await using scene = await openScene({
    script: (_, turn) => ({ calls: [call(turn)], usage: { input: 400, output: 100 } }),
    tools: [sayTool()],
  });
  const tokens = await scene.session.prompt("go", { budget: { tokens: 1_200 } }).outcome;
  assert.equal(inShort(tokens), "budget: The budget of this run is used up: 1,500 of 1,200 tokens.");
  const turns = await scene.session.prompt("go", { budget: { turns: 2 } }).outcome;
  assert.equal(inShort(turns), "budget: The budget of this run is used up: 2 of 2 turns.");
  assert.equal(scene.model.requests.length, 5);
});

test("a call beyond the limit of calls is not run and not asked about, its result says so, and the run ends after the response", async () => {
  const ran: string[] = [];
  const asked: string[] = [];
  const say = sayTool({
    effect: "write",
    needs: ({ text }) => {
      asked.push(text);
      return [{ tool: "say", effect: "write", subject: text }];
    },
    run: async ({ text }) => {
      ran.push(text);
      return textResult(text);
    },
  });
  await using scene = await openScene({ script: [says("a"), says("b", "c", "d"), "done"], tools: [say] });
  const outcome = await scene.session.prompt("go", { budget: { toolCalls: 2 } }).outcome;
  assert.equal(inShort(outcome), "budget: The budget of this run is used up: 2 of 2 tool calls.");
  assert.deepEqual(
    [ran, asked],
    [
      ["a", "b"],
      ["a", "b"],
    ],
  );
  assert.equal(transcript(scene.session).at(-1), "tool: !skipped Not run. The budget of this run is used up: 2 of 2 tool calls.");
  assert.equal(messagesOf(scene.session).filter(({ role }) => role === "tool").length, 4);
});

test("a run that uses up its calls to the last may still answer", async () => {
  await using scene = await openScene({ script: [says("a", "b"), "done"], tools: [sayTool()] });
  assert.equal(inShort(await scene.session.prompt("go", { budget: { toolCalls: 2 } }).outcome), "done: done");
});

test("calls that cannot be run take nothing of the limit", async () => {
  const wrong = {
    calls: [
      { name: "what", input: {} },
      { name: "say", input: { text: 1 } },
    ],
  };
  await using scene = await openScene({ script: [wrong, says("a"), "done"], tools: [sayTool()] });
  assert.equal(inShort(await scene.session.prompt("go", { budget: { toolCalls: 1 } }).outcome), "done: done");
});

test("S4-15: a model without a price runs under a limit in USD, which is told once, and its tokens are limited", async () => {
  const script = (_: unknown, turn: number) => ({ calls: [call(turn)], usage: { input: 1_000 } });
  await using scene = await openScene({ script, tools: [sayTool()] });
  const run = scene.session.prompt("go", { budget: { usd: 0.01, tokens: 4_500 } });
  const warnings = (await collect(run)).flatMap((event) => (event.type === "warning" ? [event.message] : []));
  assert.deepEqual(warnings, ["What scripted/scripted costs is not known: a budget in USD does not count it."]);
  assert.equal(inShort(await run.outcome), "budget: The budget of this run is used up: 5,000 of 4,500 tokens.");
});

test("S2-25: what the provider says that a response cost is what counts", async () => {
  const script = [{ ...costing(0.1, { calls: [call("a")] }), cost: 2 }, "unheard"];
  await using scene = await openScene({ script, tools: [sayTool()], scripted: PRICED });
  const outcome = await scene.session.prompt("go", { budget: { usd: 1 } }).outcome;
  assert.equal(inShort(outcome), "budget: The budget of this run is used up: $2.00 of $1.00.");
  assert.equal(scene.session.state.cost, 2);
});

test("S2-34, S4-38: each response tells what it cost, and what its run and the session have cost by then", async () => {
  const script = [calls(0.25, "one"), costing(0.5), "free"];
  await using scene = await openScene({ script, tools: [sayTool()], scripted: PRICED });
  const told = async (text: string) =>
    (await collect(scene.session.prompt(text))).flatMap((event) => (event.type === "cost" ? [[event.cost, event.run, event.session]] : []));
  assert.deepEqual(await told("go"), [
    [0.25, 0.25, 0.25],
    [0.5, 0.75, 0.75],
  ]);
  assert.deepEqual(await told("go on"), [[0, 0, 0.75]]);
  const { usage, cost } = scene.session.state;
  assert.deepEqual([usage.last.input, usage.total.input, cost], [0, 750, 0.75]);
});

test("P25: usage that is no number costs nothing and breaks nothing", async () => {
  const nonsense = { usage: { input: Number.NaN, output: -5, cacheRead: Infinity }, cost: Number.NaN };
  await using scene = await openScene({
    script: [{ calls: [call("a")], ...nonsense }, costing(0.5)],
    tools: [sayTool()],
    scripted: PRICED,
  });
  assert.equal(inShort(await scene.session.prompt("go", { budget: { usd: 1 } }).outcome), "done: 0.5 USD");
  assert.deepEqual([scene.session.state.cost, scene.session.state.usage.total.input], [0.5, 500]);
});

test("a budget that is none is refused before anything is begun, wherever it is given", async () => {
  await using scene = await openScene({ script: ["done"] });
  const refused = { name: "BudgetError", code: "budget" };
  const outcome = await scene.session.prompt("go", { budget: { usd: -1 } }).outcome;
  assert.deepEqual(outcome, {
    kind: "failed",
    error: { code: "budget", message: "A budget's usd must be a number above 0, or 0 for no limit; it is -1." },
  });
  await assert.rejects(scene.session.set({ budget: { turns: 1.5 } }), refused);
  await assert.rejects(scene.runtime.create({ cwd: "/", model: "scripted/scripted", budget: { tokens: -1 } }), refused);
  assert.deepEqual(transcript(scene.session), []);
});
