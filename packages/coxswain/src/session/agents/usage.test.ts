import assert from "node:assert/strict";
import { test } from "node:test";
import type { Usage } from "../../model/index.ts";
import { openScene } from "../../runtime/runtime.fixture.ts";
import { reopen } from "../crash.fixture.ts";
import { spendingState } from "../../budget/index.ts";
import { isAgentUsage } from "../../journal/index.ts";
import { agentTool, answerOf, delegates, replies } from "./agents.fixture.ts";

const USAGE = { input: 10, output: 2 };

/** Each answer takes the same, two levels deep: one of the root's agents has an agent itself. */
const script = replies({
  go: { ...(delegates("one") as object), usage: USAGE, cost: 1 },
  one: { ...(delegates("two") as object), usage: USAGE, cost: 1 },
  two: { text: "two", usage: USAGE, cost: 1 },
});

const inputs = ({ input, output }: Usage): readonly number[] => [input, output];

const opened = async () => {
  const told: unknown[] = [];
  const tool = agentTool(async (context, text) => {
    const agent = await context.spawn({});
    const answer = await answerOf(agent, text);
    told.push([agent.depth, inputs(agent.usage), agent.cost]);
    return answer;
  });
  const scene = await openScene({ script, tools: [tool] });
  await scene.session.prompt("go").outcome;
  return { ...scene, told, tool };
};

test("S3-28, S3-43: what an agent takes counts for it and for each above it, once", async () => {
  await using scene = await opened();
  assert.deepEqual(scene.told, [
    [2, [10, 2], 1],
    [1, [20, 4], 2],
  ]);
  assert.deepEqual([inputs(scene.session.state.usage.total), scene.session.state.cost], [[30, 6], 3]);
});

test("an agent's usage is never the context usage or the last usage of those above it", async () => {
  await using scene = await opened();
  assert.deepEqual(inputs(scene.session.state.usage.last), [0, 0]);
});

test("each ancestor has a fact for each response of those below it, which a session that goes on counts", async () => {
  await using scene = await opened();
  const facts = scene.session.entries.filter(isAgentUsage);
  // Two of the first level, and one of the second between them.
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
