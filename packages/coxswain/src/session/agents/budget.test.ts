import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Outcome } from "../../loop/index.ts";
import { type Reply, type ScriptedReply } from "../../model/index.ts";
import { openScene, sayTool } from "../../runtime/runtime.fixture.ts";
import { handClock, inShort } from "../../budget/spending.fixture.ts";
import { agentTool, delegates, hasResult, replies, lastUserText } from "./agents.fixture.ts";

/** Maximum cost of a response: 100 tokens at 1 USD each. */
const MOST = 100;
const AGENTS = 20;
const NEVER = new Promise<never>(() => {});

const tick = () => new Promise((resolve) => setImmediate(resolve));

/** A session with the agents of one call, which call a tool repeatedly. The test releases each response. */
const openFan = async (costs: readonly number[], usd: number) => {
  const held: (() => void)[] = [];
  const outcomes: Outcome[] = [];
  let answers = 0;
  const tool = agentTool(async (context) => {
    const agents = await Promise.all(Array.from({ length: AGENTS }, () => context.spawn({})));
    outcomes.push(...(await Promise.all(agents.map((agent) => agent.prompt("work").outcome))));
    return "all";
  });
  const scene = await openScene({
    tools: [tool, sayTool()],
    maxOutputTokens: MOST,
    scripted: { info: { price: { input: 0, output: 1_000_000 } } },
    script(request): ScriptedReply {
      if (lastUserText(request) === "go") return hasResult(request) ? { text: "all done" } : (delegates("x") as ScriptedReply);
      const { promise, resolve } = Promise.withResolvers<void>();
      held.push(resolve);
      const number = answers++;
      return {
        calls: [{ name: "say", input: { text: String(number) } }],
        before: promise,
        usage: { output: costs[number % costs.length] ?? MOST },
      };
    },
  });
  return { ...scene, held, outcomes, run: scene.session.prompt("go", { budget: { usd } }) };
};

test("concurrent agents spend their caller's budget and exceed it by less than one reservation", async () => {
  const draws = fc.array(fc.nat({ max: 49 }), { minLength: 1, maxLength: 50 });
  const costs = fc.array(fc.integer({ min: 1, max: MOST }), { minLength: 1, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(costs, draws, fc.integer({ min: 1, max: 2_000 }), async (costsOf, order, limit) => {
      await using scene = await openFan(costsOf, limit);
      let ended = false;
      const outcome = scene.run.outcome.finally(() => (ended = true));
      for (let step = 0; !ended; step += 1) {
        const [release] = scene.held.splice((order[step % order.length] ?? 0) % Math.max(1, scene.held.length), 1);
        release?.();
        await tick();
      }
      const { cost } = scene.session.state;
      assert.ok(cost >= limit, `spent: ${cost} of ${limit}`);
      assert.ok(cost < limit + MOST, `${cost} is more than one reservation beyond ${limit}`);
      assert.ok(scene.outcomes.every(({ kind }) => kind === "limit"));
      assert.match(inShort(await outcome), /^budget: The budget of this run is exhausted/);
    }),
    { numRuns: 20 },
  );
});

test("an agent's own budget ends only that agent", async () => {
  const outcomes: string[] = [];
  const tool = agentTool(async (context) => {
    const agent = await context.spawn({ budget: { turns: 2 } });
    outcomes.push(inShort(await agent.prompt("work").outcome));
    return "so far";
  });
  const script = (request: Parameters<typeof lastUserText>[0]): Reply =>
    lastUserText(request) === "work" ? { calls: [{ name: "say", input: { text: "a" } }] } : hasResult(request) ? "done" : delegates("x");
  await using scene = await openScene({ tools: [tool, sayTool()], script });
  assert.equal((await scene.session.prompt("go").outcome).kind, "done");
  assert.deepEqual(outcomes, ["budget: The budget of this agent is exhausted: 2 of 2 turns."]);
});

test("a run's turn and tool call limits include its agents", async () => {
  for (const [budget, spent] of [
    [{ turns: 4 }, "4 of 4 turns"],
    [{ toolCalls: 3 }, "3 of 3 tool calls"],
  ] as const) {
    const outcomes: string[] = [];
    const tool = agentTool(async (context) => {
      outcomes.push(inShort(await (await context.spawn({})).prompt("work").outcome));
      return "so far";
    });
    const script = (request: Parameters<typeof lastUserText>[0]): Reply =>
      lastUserText(request) === "work" ? { calls: [{ name: "say", input: { text: String(request.messages.length) } }] } : delegates("x");
    await using scene = await openScene({ tools: [tool, sayTool()], script });
    const limit = `budget: The budget of this run is exhausted: ${spent}.`;
    assert.equal(inShort(await scene.session.prompt("go", { budget }).outcome), limit);
    assert.deepEqual(outcomes, [limit]);
  }
});

test("the time limit of a run ends its agents, then the run", async () => {
  const clock = handClock();
  const outcomes: Promise<Outcome>[] = [];
  const started = Promise.withResolvers<void>();
  const tool = agentTool(async (context) => {
    const run = (await context.spawn({})).prompt("hang");
    outcomes.push(run.outcome);
    for await (const event of run) if (event.type === "message_delta") started.resolve();
    return "late";
  });
  const script = replies({ go: delegates("x"), hang: { text: "Hm", hold: NEVER } });
  await using scene = await openScene({ script, tools: [tool], clock, now: clock.now });
  const run = scene.session.prompt("go", { budget: { seconds: 60 } });
  await started.promise;
  await clock.pass(60_000);
  for (let step = 0; step < 5; step += 1) await clock.pass(50);
  const limit = "budget: The budget of this run is exhausted: 60 of 60 seconds.";
  assert.equal(inShort(await (outcomes[0] as Promise<Outcome>)), limit);
  assert.equal(inShort(await run.outcome), limit);
});
