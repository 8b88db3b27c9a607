import assert from "node:assert/strict";
import { test } from "node:test";
import type { Usage } from "../../model/index.ts";
import { openScene } from "../../runtime/runtime.fixture.ts";
import { reopen } from "../../runtime/crash.fixture.ts";
import { spendingState } from "../../budget/index.ts";
import { isAgentUsage } from "../../journal/index.ts";
import { agentTool, answerOf, delegates, replies } from "./agents.fixture.ts";

const USAGE = { input: 10, output: 2 };

/** Two levels of agents; every response has the same usage and cost. */
const script = replies({
  go: { ...(delegates("one") as object), usage: USAGE, cost: 1 },
  one: { ...(delegates("two") as object), usage: USAGE, cost: 1 },
  two: { text: "two", usage: USAGE, cost: 1 },
});

const inputs = ({ input, output }: Usage): readonly number[] => [input, output];

const opened = async () => {
  const reported: unknown[] = [];
  const tool = agentTool(async (context, text) => {
    const agent = await context.spawn({});
    const answer = await answerOf(agent, text);
    reported.push([agent.depth, inputs(agent.usage), agent.cost]);
    return answer;
  });
  const scene = await openScene({ script, tools: [tool] });
  await scene.session.prompt("go").outcome;
  return { ...scene, reported, tool };
};

test("S3-28, S3-43: an agent's usage counts once for itself and once for each ancestor", async () => {
  await using scene = await opened();
  assert.deepEqual(scene.reported, [
    [2, [10, 2], 1],
    [1, [20, 4], 2],
  ]);
  assert.deepEqual([inputs(scene.session.state.usage.total), scene.session.state.cost], [[30, 6], 3]);
});

test("an agent's usage is not the last usage of its ancestors", async () => {
  await using scene = await opened();
  assert.deepEqual(inputs(scene.session.state.usage.last), [0, 0]);
});

test("each ancestor logs one entry per response of its descendants, and a reopened session counts them", async () => {
  await using scene = await opened();
  const facts = scene.session.entries.filter(isAgentUsage);
  // Two responses of depth 1, and one of depth 2 between them.
  assert.deepEqual(
    facts.map(({ model, cost = 0, turn, toolCalls = 0 }) => [model, cost, turn, toolCalls]),
    [
      ["scripted/scripted", 1, true, 0],
      ["scripted/scripted", 1, true, 0],
      ["scripted/scripted", 0, true, 1],
    ],
  );
  assert.equal(new Set(facts.map(({ agent }) => agent)).size, 2);
  await scene.runtime.close();
  await using again = await reopen(scene.store, scene.session.id, { tools: [scene.tool] });
  assert.deepEqual([inputs(again.session.state.usage.total), again.session.state.cost], [[30, 6], 3]);
  const { spent } = again.session.entries.reduce((state, entry) => spendingState.apply(state, entry), spendingState.initial);
  assert.deepEqual([spent.usd, spent.tokens, spent.turns, spent.toolCalls], [3, 36, 5, 2]);
});
