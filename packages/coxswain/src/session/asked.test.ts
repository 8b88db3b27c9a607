import assert from "node:assert/strict";
import { test } from "node:test";
import { fixedModels, type Model, scriptedModel, textOf } from "../model/index.ts";
import { openScene } from "../runtime/runtime.fixture.ts";

test("S1-58: the temperature is the run's, else the session's, else the model's default", async () => {
  await using scene = await openScene({ script: () => "ok" });
  await scene.session.prompt("a").outcome;
  await using warm = await openScene({ script: () => "ok", temperature: 0.2 });
  await warm.session.prompt("b").outcome;
  await warm.session.prompt("c", { temperature: 0 }).outcome;
  assert.deepEqual(
    [...scene.model.requests, ...warm.model.requests].map((request) => ("temperature" in request ? request.temperature : "its own")),
    ["its own", 0.2, 0],
  );
});

test("S1-56: the prompt is the last message of the request and appears once", async () => {
  await using scene = await openScene({ script: () => "ok" });
  await scene.session.prompt("first").outcome;
  await scene.session.prompt("second").outcome;
  assert.deepEqual(
    scene.model.requests.map(({ messages }) => messages.map((message) => `${message.role}: ${textOf(message)}`)),
    [["user: first"], ["user: first", "assistant: ok", "user: second"]],
  );
});

test("S4-42: a named model is created on first use, and a model instance is accepted", async () => {
  const asked: string[] = [];
  const ready = scriptedModel(() => "from the ready one", { info: { reference: "own/ready" } });
  const models = (scripted: Model) => ({
    ...fixedModels(scripted),
    get: async (reference: string) => {
      asked.push(reference);
      return fixedModels(scripted).get(reference);
    },
  });
  await using scene = await openScene({ script: () => "from the named one", models });
  await scene.session.prompt("a").outcome;
  const before = asked.length;
  await scene.session.set({ model: ready });
  await scene.session.prompt("b").outcome;
  assert.ok(before > 0 && asked.every((reference) => reference === "scripted/scripted"));
  assert.deepEqual([scene.model.requests.length, ready.requests.length, scene.session.state.model], [1, 1, "own/ready"]);
});

test("S1-59, S2-15: the maximum output is the run's, else the session's, else the catalog's, else 8192 tokens", async () => {
  await using scene = await openScene({ script: () => "ok", maxOutputTokens: 2_000, scripted: { info: { maxOutput: 4_000 } } });
  await scene.session.prompt("a", { maxOutputTokens: 1_000 }).outcome;
  await scene.session.prompt("b", { maxOutputTokens: 0 }).outcome;
  await using plain = await openScene({ script: () => "ok", maxOutputTokens: 0, scripted: { info: { maxOutput: 4_000 } } });
  await plain.session.prompt("c").outcome;
  const unknown = scriptedModel(() => "ok", { info: { reference: "test/unknown", maxOutput: 0 } });
  await using lost = await openScene({ models: () => fixedModels(unknown), model: "test/unknown" });
  await lost.session.prompt("d").outcome;
  assert.deepEqual(
    [...scene.model.requests, ...plain.model.requests, ...unknown.requests].map(({ maxOutputTokens }) => maxOutputTokens),
    [1_000, 2_000, 4_000, 8_192],
  );
});

test("S4-51: the thinking level applies to every request and is off by default", async () => {
  await using scene = await openScene({ script: () => "ok" });
  await scene.session.prompt("a").outcome;
  await scene.session.set({ thinking: "high" });
  await scene.session.prompt("b").outcome;
  await scene.session.prompt("c").outcome;
  assert.deepEqual(
    scene.model.requests.map(({ thinking }) => thinking),
    ["off", "high", "high"],
  );
});

test("S2-16: provider options of a session are sent only to their provider", async () => {
  const other = scriptedModel(() => "ok", { info: { reference: "other/model", provider: "other" } });
  const providerOptions = { scripted: { service_tier: "flex" } };
  await using scene = await openScene({ script: () => "ok", models: (own) => fixedModels(own, other), providerOptions });
  await scene.session.prompt("a").outcome;
  await scene.session.set({ model: "other/model" });
  await scene.session.prompt("b").outcome;
  assert.deepEqual(scene.model.requests[0]?.options, { service_tier: "flex" });
  assert.equal(other.requests[0]?.options, undefined);
});

test("S4-40: a new model answers later prompts, and the log preserves the session's first setup", async () => {
  const other = scriptedModel(() => "from the other", { info: { reference: "other/model", provider: "other" } });
  await using scene = await openScene({ script: () => "from the first", models: (own) => fixedModels(own, other) });
  await scene.session.prompt("a").outcome;
  const before = JSON.stringify(scene.session.entries);
  await scene.session.set({ model: other });
  await scene.session.prompt("b").outcome;
  assert.ok(JSON.stringify(scene.session.entries).startsWith(before.slice(0, -1)));
  assert.equal(other.requests.length, 1);
});
