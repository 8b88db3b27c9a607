import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryStore } from "../log/index.ts";
import { fixedModels, ModelError, scriptedModel } from "../model/index.ts";
import { allowAll } from "../policy/index.ts";
import { createRuntime, type Runtime } from "../runtime/index.ts";
import { callSay, sayTool } from "../runtime/runtime.fixture.ts";
import { inShort } from "./spending.fixture.ts";

/** A runtime whose budget allows one reservation at a time. */
const narrow = () => {
  const script = (_: unknown, turn: number) => (turn % 2 === 0 ? callSay("a") : "done");
  const priced = { info: { price: { input: 0, output: 1_000_000 } } };
  const [one, other] = [scriptedModel(script, priced), scriptedModel(["done"], { info: { ...priced.info, reference: "a/b" } })];
  const options = { store: memoryStore(), models: fixedModels(one, other), tools: [sayTool()], policy: allowAll() };
  return createRuntime({ ...options, budget: { usd: 100 } });
};

test("P24: an abort at any event releases the reservation", async () => {
  const abortedAt = async (runtime: Runtime, at: number): Promise<number> => {
    const session = await runtime.create({ cwd: "/", model: "scripted/scripted" });
    const run = session.prompt("go");
    let count = 0;
    for await (const _ of run) if (count++ === at) run.abort();
    return count;
  };
  await using whole = narrow();
  const events = await abortedAt(whole, Infinity);
  assert.ok(events > 20);
  for (let at = 0; at < events; at += 1) {
    await using runtime = narrow();
    await abortedAt(runtime, at);
    // It would wait forever if a reservation remained.
    const other = await runtime.create({ cwd: "/", model: "a/b" });
    assert.equal(inShort(await other.prompt("go").outcome), "done: done", `aborted at event ${at}`);
  }
});

test("a request that fails or is retried releases its reservation without a charge", async () => {
  const failing = scriptedModel(
    [{ text: "so", error: new ModelError("transient", "Busy."), usage: { output: 90 } }, { text: "done", usage: { output: 60 } }, "done"],
    { info: { price: { input: 0, output: 1_000_000 } } },
  );
  const clock = { sleep: async () => {} };
  const options = { store: memoryStore(), models: fixedModels(failing), policy: allowAll(), clock };
  await using runtime = createRuntime({ ...options, budget: { usd: 100 } });
  const session = await runtime.create({ cwd: "/", model: "scripted/scripted" });
  assert.equal(inShort(await session.prompt("go").outcome), "done: done");
  assert.equal(session.state.cost, 60);
  assert.equal(inShort(await session.prompt("next").outcome), "done: done");
});
