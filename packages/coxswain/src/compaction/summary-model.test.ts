import assert from "node:assert/strict";
import { test } from "node:test";
import { fixedModels, ModelError, scriptedModel } from "../model/index.ts";
import { compactingScene, SUMMARY } from "../runtime/compaction.fixture.ts";

const smallModel = (contextWindow: number) =>
  scriptedModel(() => SUMMARY, { info: { reference: "scripted/small", id: "small", name: "Small", contextWindow } });

test("S2-10: the small model writes the summary", async () => {
  const small = smallModel(100_000);
  await using scene = await compactingScene({ models: (main) => fixedModels(main, small), smallModel: "scripted/small" });
  await scene.say("First", "Second");
  assert.equal((await scene.session.compact()).model, "scripted/small");
  assert.equal(scene.summaryRequests().length, 0);
});

test("S2-10: the main model writes a summary that does not fit the small model's window", async () => {
  const small = smallModel(12_000);
  await using scene = await compactingScene({
    models: (main) => fixedModels(main, small),
    smallModel: "scripted/small",
    replies: () => "word ".repeat(1_500),
  });
  await scene.say("First", "Second", "Third", "Fourth", "Fifth", "Sixth");
  assert.equal((await scene.session.compact()).model, "scripted/scripted");
});

test("a small model that does not exist causes no failure", async () => {
  await using scene = await compactingScene({ smallModel: "scripted/gone" });
  await scene.say("First", "Second");
  assert.equal((await scene.session.compact()).model, "scripted/scripted");
});

test("S4-60: a model that is set later writes the next summary", async () => {
  const other = scriptedModel(() => SUMMARY, { info: { reference: "scripted/other", id: "other" } });
  await using scene = await compactingScene({ models: (main) => fixedModels(main, other) });
  await scene.say("First", "Second");
  await scene.session.set({ model: "scripted/other" });
  assert.equal((await scene.session.compact()).model, "scripted/other");
});

for (const [what, reply] of [
  ["that may not be asked", { error: new ModelError("auth", "Not allowed.") }],
  ["that writes nothing", " "],
] as const) {
  test(`a small model ${what} causes no failure: the main model writes the summary`, async () => {
    const small = scriptedModel(() => reply, { info: { reference: "scripted/small", id: "small" } });
    await using scene = await compactingScene({ models: (main) => fixedModels(main, small), smallModel: "scripted/small" });
    await scene.say("First", "Second");
    assert.equal((await scene.session.compact()).model, "scripted/scripted");
    assert.equal(small.requests.length, 1);
  });
}

test("an abort during the small model's request does not fall back to the main model", async () => {
  const small = scriptedModel(() => ({ text: SUMMARY, hold: new Promise(() => {}) }), {
    info: { reference: "scripted/small", id: "small" },
  });
  await using scene = await compactingScene({ models: (main) => fixedModels(main, small), smallModel: "scripted/small" });
  await scene.say("First", "Second");
  const begun = scene.until("compaction_start");
  const compacting = scene.session.compact();
  await begun;
  scene.session.abort();
  await assert.rejects(compacting, { code: "aborted" });
  assert.equal(scene.summaryRequests().length, 0);
});
