import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { memoryStore } from "../log/index.ts";
import type { Outcome } from "../loop/index.ts";
import { fixedModels, type ScriptedReply, scriptedModel } from "../model/index.ts";
import { allowAll } from "../policy/index.ts";
import { createRuntime } from "../runtime/index.ts";
import { sayTool } from "../runtime/runtime.fixture.ts";
import type { Session } from "../session/index.ts";

/** Maximum cost of a response: 100 tokens at a dollar each. */
const MOST = 100;
const RUNS = 50;

/** Responses that the test releases in random order. */
const heldModel = (costs: readonly number[]) => {
  const held: (() => void)[] = [];
  const model = scriptedModel(
    (_, turn): ScriptedReply => {
      const { promise, resolve } = Promise.withResolvers<void>();
      held.push(resolve);
      const output = costs[turn % costs.length] ?? MOST;
      return { calls: [{ name: "say", input: { text: String(turn) } }], before: promise, usage: { output } };
    },
    { info: { price: { input: 0, output: 1_000_000 } } },
  );
  return { model, held };
};

const tick = () => new Promise((resolve) => setImmediate(resolve));

/** Releases one requested response at a time until all runs have ended. */
const letAllEnd = async (outcomes: Promise<readonly Outcome[]>, held: (() => void)[], draws: readonly number[]): Promise<number> => {
  let ended = false;
  void outcomes.then(() => (ended = true));
  let most = 0;
  for (let step = 0; !ended; step += 1) {
    most = Math.max(most, held.length);
    const [let1] = held.splice((draws[step % draws.length] ?? 0) % Math.max(1, held.length), 1);
    let1?.();
    await tick();
  }
  return most;
};

const costOf = (sessions: readonly Session[]): number => sessions.reduce((sum, { state }) => sum + state.cost, 0);

test("50 concurrent runs exhaust the runtime's budget without exceeding it by more than one reservation", async () => {
  const draws = fc.array(fc.nat({ max: 49 }), { minLength: 1, maxLength: 50 });
  const costs = fc.array(fc.integer({ min: 1, max: MOST }), { minLength: 1, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(costs, draws, fc.integer({ min: 1, max: 3_000 }), async (costsOf, order, limit) => {
      const { model, held } = heldModel(costsOf);
      const options = { store: memoryStore(), models: fixedModels(model), tools: [sayTool()], policy: allowAll() };
      await using runtime = createRuntime({ ...options, budget: { usd: limit } });
      const setup = { cwd: "/", model: model.info.reference, maxOutputTokens: MOST };
      const sessions = await Promise.all(Array.from({ length: RUNS }, () => runtime.create(setup)));
      const outcomes = Promise.all(sessions.map((session) => session.prompt("go").outcome));
      const atOnce = await letAllEnd(outcomes, held, order);
      for (const outcome of await outcomes) {
        assert.match(outcome.kind === "limit" ? outcome.limit.message : outcome.kind, /^The budget of all sessions is exhausted: /);
      }
      const spent = costOf(sessions);
      assert.ok(spent >= limit, `${spent} of ${limit} spent`);
      assert.ok(spent <= limit + MOST, `${spent} of ${limit} spent`);
      // No request waits while the budget allows it.
      assert.ok(atOnce >= Math.min(RUNS, Math.floor(limit / MOST)));
    }),
    { numRuns: 12 },
  );
});

test("runs that are aborted while they wait hold no budget", async () => {
  const { model, held } = heldModel([MOST]);
  const options = { store: memoryStore(), models: fixedModels(model), tools: [sayTool()], policy: allowAll() };
  await using runtime = createRuntime({ ...options, budget: { usd: 500 } });
  const setup = { cwd: "/", model: model.info.reference, maxOutputTokens: MOST };
  const sessions = await Promise.all(Array.from({ length: RUNS }, () => runtime.create(setup)));
  const runs = sessions.map((session) => session.prompt("go"));
  while (held.length < 5) await tick();
  for (const run of runs.filter((_, at) => at % 2 === 0)) run.abort();
  const outcomes = Promise.all(runs.map(({ outcome }) => outcome));
  await letAllEnd(outcomes, held, [0]);
  const kinds = (await outcomes).map(({ kind }) => kind);
  assert.ok(kinds.every((kind, at) => kind === (at % 2 === 0 ? "aborted" : "limit")));
  assert.equal(costOf(sessions), 500);
});
