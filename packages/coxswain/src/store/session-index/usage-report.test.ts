import assert from "node:assert/strict";
import { test } from "node:test";
import { fact, headerOf, NOON, openScene } from "./session-index.fixture.ts";

const HOUR = 3_600_000;

test("sums tokens and cost by local day, by model and by project, with a total", async (t) => {
  const { index, write } = openScene(t);
  write(headerOf("one"), [
    fact(0, { cost: 0.1 }),
    fact(1, { cost: 0.2, at: NOON + 11.9 * HOUR }),
    fact(2, { cost: 0.4, at: NOON + 12 * HOUR }),
  ]);
  write(headerOf("two", { cwd: "/other" }), [fact(0, { cost: 0.5, at: NOON - 12 * HOUR })]);
  const lines = async (by: "day" | "model" | "project"): Promise<readonly string[]> =>
    (await index.usage({ by })).lines.map(({ key, responses, cost }) => `${key} ${responses} ${cost}`);
  assert.deepEqual(await lines("day"), ["2026-11-21 3 0.8", "2026-11-22 1 0.4"]);
  assert.deepEqual(await lines("model"), ["maker/model 4 1.2"]);
  assert.deepEqual(await lines("project"), ["/project 3 0.7", "/other 1 0.5"]);
  const { total } = await index.usage();
  assert.deepEqual(total, {
    responses: 4,
    input: 40,
    cacheRead: 0,
    cacheWrite: 0,
    output: 4,
    reasoning: 0,
    cost: 1.2,
    isCostPartial: false,
  });
  assert.equal((await index.usage({ since: NOON })).total.responses, 3);
});

test("a response that a fork inherited counts once, and the fork's listing shows its whole cost", async (t) => {
  const { index, write } = openScene(t);
  const shared = [fact(0, { by: "user", text: "a" }), fact(1, { by: "assistant", cost: 1 })];
  write(headerOf("one"), [...shared, fact(2, { cost: 2 })]);
  write(headerOf("fork", { parent: { session: "one", entry: "e1" } }), [...shared, fact(3, { cost: 4 })]);
  assert.equal((await index.usage()).total.cost, 7);
  assert.equal((await index.list()).find(({ id }) => id === "fork")?.cost, 5);
});
