import assert from "node:assert/strict";
import { test } from "node:test";
import { NothingToCompactError } from "../../context/index.ts";
import { SessionNotFoundError } from "../../log/index.ts";
import { openScene } from "../runtime.fixture.ts";
import { Coordinator } from "./coordinator.ts";

const open = async (...script: readonly string[]) => {
  const scene = await openScene({ script });
  return { ...scene, coordinator: new Coordinator({ runtime: scene.runtime, models: { large: scene.model.info.reference }, cwd: "/" }) };
};

test("a session that is not there is an error, and what is asked of it is nothing", async () => {
  await using scene = await open();
  await assert.rejects(scene.coordinator.run("nowhere", "go"), SessionNotFoundError);
  const { coordinator } = scene;
  assert.deepEqual([coordinator.isBusy("x"), coordinator.queuedPrompts("x"), coordinator.clearQueue("x")], [false, [], 0]);
});

test("a session that was closed meanwhile is opened again", async () => {
  await using scene = await open("one", "two");
  const session = await scene.coordinator.create();
  await scene.coordinator.run(session.id, "go");
  await session.close();
  assert.equal((await scene.coordinator.run(session.id, "on"))?.kind, "done");
});

test("what has nothing to summarise says so", async () => {
  await using scene = await open("one");
  const { id } = await scene.coordinator.create();
  await scene.coordinator.run(id, "go");
  await assert.rejects(scene.coordinator.summarize(id), NothingToCompactError);
});
