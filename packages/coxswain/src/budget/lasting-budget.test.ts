import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryStore, type Store } from "../log/index.ts";
import { isMessage } from "../loop/index.ts";
import { fixedModels, type Script, scriptedModel } from "../model/index.ts";
import { allowAll } from "../policy/index.ts";
import { createRuntime } from "../runtime/index.ts";
import { messagesOf, openScene, sayTool } from "../runtime/runtime.fixture.ts";
import { storeCutAt, storedIn } from "../runtime/crash.fixture.ts";
import { costing, inShort, PRICED } from "./spending.fixture.ts";

const calling = (usd: number, text: unknown) => costing(usd, { calls: [{ name: "say", input: { text: String(text) } }] });

/** Reopens a session with a model of the same price. */
const reopened = async (store: Store, id: string, script: Script) => {
  const runtime = createRuntime({ store, models: fixedModels(scriptedModel(script, PRICED)), tools: [sayTool()], policy: allowAll() });
  return { session: await runtime.open(id), [Symbol.asyncDispose]: () => runtime.close() };
};

test("a session's budget applies across runs, branches and processes", async () => {
  const store = memoryStore();
  await using scene = await openScene({ script: [costing(0.4), costing(0.4)], scripted: PRICED, store, budget: { usd: 1 } });
  const { session, runtime } = scene;
  await session.prompt("one").outcome;
  const first = session.entries.find(isMessage);
  await session.fork(first?.id ?? null, { into: "here" });
  await session.prompt("two").outcome;
  await runtime.close();

  await using later = await reopened(store, session.id, [calling(0.4, "a"), "not requested"]);
  const outcome = await later.session.prompt("three").outcome;
  assert.equal(inShort(outcome), "budget: The budget of this session is exhausted: $1.20 of $1.00.");
  assert.equal(later.session.state.cost.toFixed(2), "1.20");
});

test("a session continues when its budget is raised, and the budget is persisted", async () => {
  const store = memoryStore();
  await using scene = await openScene({ script: [costing(1), costing(1)], scripted: PRICED, store, budget: { usd: 1 } });
  const { session } = scene;
  await session.prompt("one").outcome;
  assert.equal(inShort(await session.prompt("two").outcome), "budget: The budget of this session is exhausted: $1.00 of $1.00.");
  await session.set({ budget: { usd: 2 } });
  assert.equal(inShort(await session.prompt("two").outcome), "done: 1 USD");
  await scene.runtime.close();

  await using later = await reopened(store, session.id, ["not requested"]);
  assert.equal(inShort(await later.session.prompt("three").outcome), "budget: The budget of this session is exhausted: $2.00 of $2.00.");
});

test("a fork has the session's budget and the spending on its path", async () => {
  const script = [costing(0.4), costing(0.5), calling(0.7, "a"), "not requested"];
  await using scene = await openScene({ script, scripted: PRICED, tools: [sayTool()], budget: { usd: 1 } });
  await scene.session.prompt("one").outcome;
  const leaf = scene.session.state.leaf;
  await scene.session.prompt("two").outcome;
  await using fork = await scene.session.fork(leaf);
  assert.equal(fork.state.cost, 0.4);
  assert.equal(inShort(await fork.prompt("three").outcome), "budget: The budget of this session is exhausted: $1.10 of $1.00.");
});

test("S0-76: a run that is interrupted anywhere and resumed has one budget", async () => {
  const store = memoryStore();
  const whole: Script = (_, turn) => calling(0.4, turn);
  await using scene = await openScene({ script: whole, scripted: PRICED, tools: [sayTool()], store });
  const run = scene.session.prompt("go", { budget: { usd: 1.5, turns: 9, toolCalls: 9 } });
  assert.match(inShort(await run.outcome), /\$1\.60 of \$1\.50/);
  const entries = await storedIn(store, scene.session.id);
  const start = entries.findIndex(({ type }) => type === "run_start");
  let resumed = 0;
  for (let cut = start + 2; cut < entries.length - 1; cut += 1) {
    const copy = await storeCutAt(store, scene.session.id, cut);
    await using later = await reopened(copy, scene.session.id, whole);
    const outcome = await later.session.resume()?.outcome;
    if (outcome === undefined) continue;
    resumed += 1;
    assert.match(inShort(outcome), /^budget: The budget of this run is exhausted: \$1\.60 of \$1\.50\.$/, `cut after ${cut} entries`);
    const answers = messagesOf(later.session).filter(({ role }) => role === "assistant");
    assert.equal(answers.length, 4);
  }
  assert.ok(resumed > 8);
});

test("a budget passed to `resume` replaces the run's budget, and earlier spending counts", async () => {
  const store = memoryStore();
  await using scene = await openScene({ script: (_, turn) => calling(0.4, turn), scripted: PRICED, tools: [sayTool()], store });
  await scene.session.prompt("go", { budget: { usd: 1 } }).outcome;
  const entries = await storedIn(store, scene.session.id);
  const copy = await storeCutAt(store, scene.session.id, entries.length - 1);
  await using later = await reopened(copy, scene.session.id, (_, turn) => calling(0.4, 100 + turn));
  const outcome = await later.session.resume({ budget: { usd: 2.3 } })?.outcome;
  assert.equal(outcome && inShort(outcome), "budget: The budget of this run is exhausted: $2.40 of $2.30.");
});
