import assert from "node:assert/strict";
import { test } from "node:test";
import type { RepairEntry } from "../context/index.ts";
import { memoryStore } from "../log/index.ts";
import type { Budget } from "../loop/index.ts";
import { fixedModels, ModelError, type ModelRequest, scriptedModel } from "../model/index.ts";
import { allowAll } from "../policy/index.ts";
import { createRuntime } from "../runtime/index.ts";
import { openScene } from "../runtime/runtime.fixture.ts";
import { costing, inShort, PRICED } from "./spending.fixture.ts";

/** A session with a separate model for titles. */
const titled = (script: Parameters<typeof scriptedModel>[0], titles: Parameters<typeof scriptedModel>[0], budget = {}) =>
  openScene({
    script,
    scripted: PRICED,
    models: (model) => fixedModels(model, scriptedModel(titles, { info: { ...PRICED.info, reference: "small/small" } })),
    smallModel: "small/small",
    titles: true,
    budget,
  });

test("S2-34: the cost of a title counts in the session's totals and budget", async () => {
  await using scene = await titled([costing(0.5), "not requested"], [costing(0.25, { text: "A title" })], { usd: 0.7 });
  const { session } = scene;
  const run = session.prompt("go");
  for await (const event of session.events()) if (event.type === "entry" && event.entry.type === "title_change") break;
  await run.outcome;
  assert.deepEqual([session.state.title, session.state.cost, session.state.usage.total.input], ["A title", 0.75, 750]);
  assert.equal(inShort(await session.prompt("next").outcome), "budget: The budget of this session is exhausted: $0.75 of $0.70.");
});

test("an exhausted budget prevents a title without a failure", async () => {
  const small = scriptedModel(["A title"], { info: { reference: "small/small" } });
  const models = fixedModels(scriptedModel([costing(0.5)], PRICED), small);
  await using runtime = createRuntime({ store: memoryStore(), models, policy: allowAll(), budget: { usd: 0.5 } });
  const setup = { cwd: "/", model: "scripted/scripted", smallModel: "small/small" };
  const first = await runtime.create(setup);
  await first.prompt("go").outcome;
  const session = await runtime.create({ ...setup, titles: true });
  assert.equal(inShort(await session.prompt("go").outcome), "budget: The budget of all sessions is exhausted: $0.50 of $0.50.");
  await session.close();
  assert.deepEqual([session.state.title, small.requests.length], [undefined, 0]);
});

/** A session with a short history whose provider rejects the word "poison" from the fourth request on. */
const poisoned = async (budget: Budget) => {
  const refused = new ModelError("invalid", "messages: broken", { status: 400 });
  const script = (request: ModelRequest, turn: number) =>
    turn >= 3 && JSON.stringify(request.messages).includes("poison") ? { error: refused } : "fine";
  const scene = await openScene({ script, scripted: PRICED });
  for (const text of ["one", "poison", "three"]) await scene.session.prompt(text).outcome;
  return { scene, outcome: await scene.session.prompt("four", { budget }).outcome };
};

test("the cost of a repair counts in the session's totals", async () => {
  const { scene, outcome } = await poisoned({});
  await using _ = scene;
  assert.equal(inShort(outcome), "done: fine");
  const repair = scene.session.entries.find((entry): entry is RepairEntry => entry.type === "repair");
  assert.equal(repair?.model, "scripted/scripted");
  assert.ok((repair?.usage?.input ?? 0) > 0);
  assert.equal(scene.session.state.usage.total.input, repair?.usage?.input);
  assert.equal(scene.session.state.cost, repair?.cost);
});

test("a repair ends when the run's budget is exhausted", async () => {
  const { scene, outcome } = await poisoned({ usd: 0.01 });
  await using _ = scene;
  assert.match(inShort(outcome), /^budget: The budget of this run is exhausted: \$[\d.]+ of \$0\.01\.$/);
});
