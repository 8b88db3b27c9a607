import assert from "node:assert/strict";
import { test } from "node:test";
import { NothingToCompactError } from "../compaction/index.ts";
import { SessionNotFoundError } from "../log/index.ts";
import { fixedModels, type ModelRequest, scriptedModel, textOf } from "../model/index.ts";
import { openScene, transcript } from "../runtime/runtime.fixture.ts";
import { history } from "../session/index.ts";
import { Coordinator } from "./coordinator.ts";

const open = async (...script: readonly string[]) => {
  const scene = await openScene({ script });
  return { ...scene, coordinator: new Coordinator({ runtime: scene.runtime, models: { large: scene.model.info.reference }, cwd: "/" }) };
};

test("run rejects a missing session, and queries about it return nothing", async () => {
  await using scene = await open();
  await assert.rejects(scene.coordinator.run("nowhere", "go"), SessionNotFoundError);
  const { coordinator } = scene;
  assert.deepEqual([coordinator.isBusy("x"), coordinator.queuedPrompts("x"), coordinator.clearQueue("x")], [false, [], 0]);
});

test("opens a session again that was closed in the meantime", async () => {
  await using scene = await open("one", "two");
  const session = await scene.coordinator.create();
  await scene.coordinator.run(session.id, "go");
  await session.close();
  assert.equal((await scene.coordinator.run(session.id, "on"))?.kind, "done");
});

test("rejects a summary when there is nothing to summarize", async () => {
  await using scene = await open("one");
  const { id } = await scene.coordinator.create();
  await scene.coordinator.run(id, "go");
  await assert.rejects(scene.coordinator.summarize(id), NothingToCompactError);
});

test("changing the model does not affect the active run, even if a prompt joins it", async () => {
  const hold = Promise.withResolvers<void>();
  const other = scriptedModel(["from the other"], { info: { reference: "scripted/other", id: "other" } });
  await using scene = await openScene({
    script: [{ text: "one", hold: hold.promise }, "two"],
    models: (model) => fixedModels(model, other),
  });
  const coordinator = new Coordinator({ runtime: scene.runtime, models: { large: scene.model.info.reference }, cwd: "/" });
  const { id } = await coordinator.create();
  const going = coordinator.run(id, "go");
  while (!coordinator.isBusy(id)) await new Promise((resolve) => setImmediate(resolve));
  coordinator.setLargeModel("scripted/other");
  assert.equal(await coordinator.run(id, "and this"), null);
  hold.resolve();
  const last = async (running: typeof going) => {
    const outcome = await running;
    return outcome?.kind === "done" && textOf(outcome.reply);
  };
  assert.equal(await last(going), "two");
  assert.equal(await last(coordinator.run(id, "on")), "from the other");
});

test("S2-20: a run of another caller counts: the session is busy, prompts are queued, and it can be cancelled", async () => {
  await using scene = await openScene({ script: () => ({ text: "one", hold: new Promise(() => {}) }) });
  const coordinator = new Coordinator({ runtime: scene.runtime, models: { large: scene.model.info.reference }, cwd: "/" });
  const { id } = scene.session;
  const run = scene.session.prompt("go");
  assert.equal(coordinator.isBusy(id), true);
  assert.equal(await coordinator.run(id, "and this"), null);
  assert.deepEqual(coordinator.queuedPrompts(id), ["and this"]);
  coordinator.cancel(id);
  assert.equal((await run.outcome).kind, "aborted");
  assert.equal(coordinator.isBusy(id), false);
});

test("a summary in progress can be cancelled", async () => {
  const asked = Promise.withResolvers<void>();
  const script = ({ system }: ModelRequest) => {
    if (system[0]?.startsWith("You write summaries") !== true) return "one";
    asked.resolve();
    return { text: "never whole", hold: new Promise(() => {}) };
  };
  await using scene = await openScene({ script });
  const coordinator = new Coordinator({ runtime: scene.runtime, models: { large: scene.model.info.reference }, cwd: "/" });
  const { id } = await coordinator.create();
  for (const text of ["go", "on"]) await coordinator.run(id, text);
  const summarizing = coordinator.summarize(id);
  await asked.promise;
  coordinator.cancel(id);
  await assert.rejects(summarizing, { code: "aborted" });
});

test("S2-20: cancel ends a prompt whose session is still being opened, and nothing is sent or stored", async () => {
  await using scene = await open("one");
  const session = await scene.coordinator.create();
  await session.append({ type: "note" });
  await session.close();
  const running = scene.coordinator.run(session.id, "go");
  assert.deepEqual([scene.runtime.opened(session.id), scene.coordinator.isBusy(session.id)], [undefined, true]);
  scene.coordinator.cancel(session.id);
  assert.deepEqual(await running, { kind: "aborted" });
  const again = await scene.runtime.open(session.id);
  assert.deepEqual([scene.model.requests.length, history(again), scene.coordinator.isBusy(session.id)], [0, [], false]);
  assert.equal((await scene.coordinator.run(session.id, "on"))?.kind, "done");
});

test("a prompt that is cancelled before a busy session receives it does not join the run", async () => {
  const hold = Promise.withResolvers<void>();
  await using scene = await openScene({ script: [{ text: "one", hold: hold.promise }] });
  const coordinator = new Coordinator({ runtime: scene.runtime, models: { large: scene.model.info.reference }, cwd: "/" });
  const run = scene.session.prompt("go");
  const aborted = await coordinator.run(scene.session.id, "and this", { signal: AbortSignal.abort() });
  assert.deepEqual(aborted, { kind: "aborted" });
  hold.resolve();
  await run.outcome;
  assert.deepEqual(transcript(scene.session), ["user: go", "assistant: one"]);
});

test("a session is busy while it is summarized", async () => {
  const asked = Promise.withResolvers<void>();
  const hold = Promise.withResolvers<void>();
  const script = ({ system }: ModelRequest) => {
    if (system[0]?.startsWith("You write summaries") !== true) return "one";
    asked.resolve();
    return { text: "# Goal", hold: hold.promise };
  };
  await using scene = await openScene({ script });
  const coordinator = new Coordinator({ runtime: scene.runtime, models: { large: scene.model.info.reference }, cwd: "/" });
  const { id } = await coordinator.create();
  for (const text of ["go", "on"]) await coordinator.run(id, text);
  const summarizing = coordinator.summarize(id);
  await asked.promise;
  assert.equal(coordinator.isBusy(id), true);
  hold.resolve();
  await summarizing.catch(() => undefined);
  assert.equal(coordinator.isBusy(id), false);
});
