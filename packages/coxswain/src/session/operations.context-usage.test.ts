import assert from "node:assert/strict";
import { test } from "node:test";
import { fixedModels } from "../model/index.ts";
import { openScene } from "../runtime/runtime.fixture.ts";
import { contextUsageOf } from "./operations.ts";

const ANSWER = { text: "done", usage: { input: 30_000, cacheRead: 15_000, cacheWrite: 4_000, output: 1_000 } };

test("S3-44, S3-46, S4-47: used tokens, window and percentage come from the last response and the model's window", async () => {
  await using scene = await openScene({ script: [ANSWER], scripted: { info: { contextWindow: 200_000 } } });
  const models = fixedModels(scene.model);
  assert.deepEqual(await contextUsageOf(scene.session, models), { used: 0, window: 200_000, fraction: 0, percent: 0 });
  await scene.session.prompt("go").outcome;
  assert.deepEqual(await contextUsageOf(scene.session, models), { used: 50_000, window: 200_000, fraction: 0.25, percent: 25 });
});

test("S3-44: context usage during a run covers the responses so far", async () => {
  const held = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const script = (_: unknown, turn: number) => {
    if (turn === 0) return ANSWER;
    asked.resolve();
    return { text: "late", before: held.promise };
  };
  await using scene = await openScene({ script, scripted: { info: { contextWindow: 100_000 } } });
  await scene.session.prompt("one").outcome;
  const run = scene.session.prompt("two");
  await asked.promise;
  assert.equal((await contextUsageOf(scene.session, fixedModels(scene.model))).percent, 50);
  held.resolve();
  await run.outcome;
});

test("S3-44: the percentage is 0 if the model's window is unknown", async () => {
  await using scene = await openScene({ script: [ANSWER] });
  await scene.session.prompt("go").outcome;
  assert.deepEqual(await contextUsageOf(scene.session, fixedModels()), { used: 50_000, fraction: 0, percent: 0 });
});
