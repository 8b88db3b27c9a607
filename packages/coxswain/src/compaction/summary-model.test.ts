import assert from "node:assert/strict";
import { test } from "node:test";
import { fixedModels, ModelError, scriptedModel } from "../model/index.ts";
import { compactingScene, SUMMARY } from "./compaction.fixture.ts";

const smallModel = (contextWindow: number) =>
  scriptedModel(() => SUMMARY, { info: { reference: "scripted/small", id: "small", name: "Small", contextWindow } });

test("S2-10: the small model writes the summary", async () => {
  const small = smallModel(100_000);
  await using scene = await compactingScene({ models: (main) => fixedModels(main, small), smallModel: "scripted/small" });
  await scene.say("First", "Second");
  assert.equal((await scene.session.compact()).model, "scripted/small");
  assert.equal(scene.summaryRequests().length, 0);
});

test("S2-10: where it does not fit the small model's window, the one that answers does", async () => {
  const small = smallModel(12_000);
  await using scene = await compactingScene({
    models: (main) => fixedModels(main, small),
    smallModel: "scripted/small",
    replies: () => "word ".repeat(1_500),
  });
  await scene.say("First", "Second", "Third", "Fourth", "Fifth", "Sixth");
  assert.equal((await scene.session.compact()).model, "scripted/scripted");
});

test("a small model that there is none of is no reason to fail", async () => {
  await using scene = await compactingScene({ smallModel: "scripted/gone" });
  await scene.say("First", "Second");
  assert.equal((await scene.session.compact()).model, "scripted/scripted");
});

test("S4-60: a model that is set afterwards writes the next summary", async () => {
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
  test(`a small model ${what} is no reason to fail: the one that answers writes the summary`, async () => {
    const small = scriptedModel(() => reply, { info: { reference: "scripted/small", id: "small" } });
    await using scene = await compactingScene({ models: (main) => fixedModels(main, small), smallModel: "scripted/small" });
    await scene.say("First", "Second");
    assert.equal((await scene.session.compact()).model, "scripted/scripted");
    assert.equal(small.requests.length, 1);
  });
}

test("an abort while the small model writes is not taken to the one that answers", async () => {
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
