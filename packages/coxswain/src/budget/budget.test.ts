import assert from "node:assert/strict";
import { test } from "node:test";
import { textResult } from "../loop/index.ts";
import { collect, messagesOf, openScene, callSay, sayTool, transcript } from "../runtime/runtime.fixture.ts";
import { costing, inShort, PRICED } from "./spending.fixture.ts";

const call = (text: unknown) => ({ name: "say", input: { text: String(text) } });

const calls = (usd: number, text: string) => costing(usd, { text, calls: [call(text)] });

test("a run ends with its last message when its budget is exhausted, and the session accepts the next run", async () => {
  const script = [calls(0.4, "one"), calls(0.4, "two"), calls(0.4, "three"), costing(0.4)];
  await using scene = await openScene({ script, tools: [sayTool()], scripted: PRICED });
  const outcome = await scene.session.prompt("go", { budget: { usd: 1 } }).outcome;
  assert.equal(inShort(outcome), "budget: The budget of this run is exhausted: $1.20 of $1.00. (three)");
  assert.equal(scene.session.state.cost.toFixed(2), "1.20");
  assert.equal(inShort(await scene.session.prompt("next", { budget: { usd: 5 } }).outcome), "done: 0.4 USD");
});

test("limits tokens and turns like cost", async () => {
  await using scene = await openScene({
    script: (_, turn) => ({ calls: [call(turn)], usage: { input: 400, output: 100 } }),
    tools: [sayTool()],
  });
  const tokens = await scene.session.prompt("go", { budget: { tokens: 1_200 } }).outcome;
  assert.equal(inShort(tokens), "budget: The budget of this run is exhausted: 1,500 of 1,200 tokens.");
  const turns = await scene.session.prompt("go", { budget: { turns: 2 } }).outcome;
  assert.equal(inShort(turns), "budget: The budget of this run is exhausted: 2 of 2 turns.");
  assert.equal(scene.model.requests.length, 5);
});

test("a call beyond the limit is not run and needs no permission, its result reports the limit, and the run ends after the response", async () => {
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
  await using scene = await openScene({ script: [callSay("a"), callSay("b", "c", "d"), "done"], tools: [say] });
  const outcome = await scene.session.prompt("go", { budget: { toolCalls: 2 } }).outcome;
  assert.equal(inShort(outcome), "budget: The budget of this run is exhausted: 2 of 2 tool calls.");
  assert.deepEqual(
    [ran, asked],
    [
      ["a", "b"],
      ["a", "b"],
    ],
  );
  assert.equal(transcript(scene.session).at(-1), "tool: !skipped Not run. The budget of this run is exhausted: 2 of 2 tool calls.");
  assert.equal(messagesOf(scene.session).filter(({ role }) => role === "tool").length, 4);
});

test("a run that reaches its limit of calls may still answer", async () => {
  await using scene = await openScene({ script: [callSay("a", "b"), "done"], tools: [sayTool()] });
  assert.equal(inShort(await scene.session.prompt("go", { budget: { toolCalls: 2 } }).outcome), "done: done");
});

test("calls that cannot run do not count", async () => {
  const wrong = {
    calls: [
      { name: "what", input: {} },
      { name: "say", input: { text: 1 } },
    ],
  };
  await using scene = await openScene({ script: [wrong, callSay("a"), "done"], tools: [sayTool()] });
  assert.equal(inShort(await scene.session.prompt("go", { budget: { toolCalls: 1 } }).outcome), "done: done");
});

test("S4-15: a model without a price runs under a limit in USD with one warning, and its tokens are limited", async () => {
  const script = (_: unknown, turn: number) => ({ calls: [call(turn)], usage: { input: 1_000 } });
  await using scene = await openScene({ script, tools: [sayTool()], unpriced: true });
  const run = scene.session.prompt("go", { budget: { usd: 0.01, tokens: 4_500 } });
  const warnings = (await collect(run)).flatMap((event) => (event.type === "warning" ? [event.message] : []));
  assert.deepEqual(warnings, ["No price is known for scripted/scripted; budgets in USD do not count it."]);
  assert.equal(inShort(await run.outcome), "budget: The budget of this run is exhausted: 5,000 of 4,500 tokens.");
});

test("S4-15: without any budget, a session warns once about a model without a price", async () => {
  await using scene = await openScene({ script: ["one", "two"], unpriced: true });
  const warnings: string[] = [];
  for (const text of ["go", "on"]) {
    for await (const event of scene.session.prompt(text)) if (event.type === "warning") warnings.push(event.message);
  }
  assert.deepEqual(warnings, ["No price is known for scripted/scripted; it counts as 0 USD."]);
});

test("S2-25: charges the cost that the provider reports", async () => {
  const script = [{ ...costing(0.1, { calls: [call("a")] }), cost: 2 }, "not requested"];
  await using scene = await openScene({ script, tools: [sayTool()], scripted: PRICED });
  const outcome = await scene.session.prompt("go", { budget: { usd: 1 } }).outcome;
  assert.equal(inShort(outcome), "budget: The budget of this run is exhausted: $2.00 of $1.00.");
  assert.equal(scene.session.state.cost, 2);
});

test("S2-34, S4-38: emits the cost of each response with the totals of its run and session", async () => {
  const script = [calls(0.25, "one"), costing(0.5), "free"];
  await using scene = await openScene({ script, tools: [sayTool()], scripted: PRICED });
  const costs = async (text: string) =>
    (await collect(scene.session.prompt(text))).flatMap((event) => (event.type === "cost" ? [[event.cost, event.run, event.session]] : []));
  assert.deepEqual(await costs("go"), [
    [0.25, 0.25, 0.25],
    [0.5, 0.75, 0.75],
  ]);
  assert.deepEqual(await costs("next"), [[0, 0, 0.75]]);
  const { usage, cost } = scene.session.state;
  assert.deepEqual([usage.last.input, usage.total.input, cost], [0, 750, 0.75]);
});

test("P25: invalid usage counts as 0", async () => {
  const nonsense = { usage: { input: Number.NaN, output: -5, cacheRead: Infinity }, cost: Number.NaN };
  await using scene = await openScene({
    script: [{ calls: [call("a")], ...nonsense }, costing(0.5)],
    tools: [sayTool()],
    scripted: PRICED,
  });
  assert.equal(inShort(await scene.session.prompt("go", { budget: { usd: 1 } }).outcome), "done: 0.5 USD");
  assert.deepEqual([scene.session.state.cost, scene.session.state.usage.total.input], [0.5, 500]);
});

test("rejects an invalid budget before anything starts, in every option", async () => {
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
