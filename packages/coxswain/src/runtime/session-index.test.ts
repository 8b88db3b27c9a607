import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fixedModels, scriptedModel } from "../model/index.ts";
import { allowAll } from "../policy/index.ts";
import { jsonlStore } from "../store/index.ts";
import { createRuntime } from "./create-runtime.ts";
import { sessionIndex } from "./session-index.ts";

const openStored = () => {
  const directory = mkdtempSync(join(tmpdir(), "coxswain-index-"));
  const model = scriptedModel(
    Array.from({ length: 9 }, (_, at) => ({
      text: `Answer ${at}.`,
      usage: { input: 10, cacheRead: 3, cacheWrite: 2, output: 5, reasoning: 1 },
    })),
  );
  const runtime = createRuntime({ store: jsonlStore({ directory }), models: fixedModels(model), policy: allowAll() });
  return {
    runtime,
    index: sessionIndex({ directory }),
    model: model.info.reference,
    async [Symbol.asyncDispose]() {
      await runtime.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
};

test("S2-34: the index matches the state of the session", async () => {
  await using scene = openStored();
  const session = await scene.runtime.create({ model: scene.model, cwd: tmpdir() });
  for (const text of ["Find the needle", "And the thread"]) assert.equal((await session.prompt(text).outcome).kind, "done");
  const { state } = session;
  const [listed] = await scene.index.list();
  assert.deepEqual(
    [listed?.id, listed?.cwd, listed?.model, listed?.messages, listed?.cost, listed?.opening, listed?.title],
    [state.id, state.cwd, state.model, state.messages, state.cost, "Find the needle", undefined],
  );
  await session.set({ title: "Sewing" });
  assert.equal((await scene.index.list())[0]?.title, "Sewing");
  const { responses, cost, isCostPartial, ...tokens } = (await scene.index.usage()).total;
  assert.deepEqual([responses, cost, isCostPartial, tokens], [2, state.cost, true, state.usage.total]);
});

test("finds user prompts, model answers, calls, and the output of commands", async () => {
  await using scene = openStored();
  const session = await scene.runtime.create({ model: scene.model, cwd: tmpdir() });
  await session.prompt("Where is the needle?").outcome;
  await session.shell("echo in-the-haystack");
  const by = async (text: string): Promise<readonly string[]> => (await scene.index.search(text)).map((hit) => hit.by).toSorted();
  assert.deepEqual(await by("needle"), ["user"]);
  assert.deepEqual(await by('"answer 0"'), ["assistant"]);
  assert.deepEqual(await by("haystack"), ["tool", "user"]);
});

test("counts a fork's own responses, and does not count copied ones again", async () => {
  await using scene = openStored();
  const session = await scene.runtime.create({ model: scene.model, cwd: tmpdir() });
  await session.prompt("one").outcome;
  const fork = await session.fork();
  await fork.prompt("two").outcome;
  assert.equal((await scene.index.usage()).total.responses, 2);
  assert.deepEqual(
    (await scene.index.list({ sort: "messages" })).map(({ messages }) => messages),
    [4, 2],
  );
});

test("counts a fork's own responses, whatever the last fact of its origin", async () => {
  await using scene = openStored();
  const session = await scene.runtime.create({ model: scene.model, cwd: tmpdir() });
  const { id } = session;
  await session.prompt("one").outcome;
  await session.close();
  await scene.runtime.relocate(id, tmpdir());
  for (const fork of [await scene.runtime.fork(id), await (await scene.runtime.open(id)).fork()]) {
    await fork.prompt("two").outcome;
    assert.ok(fork.entries.some((entry) => entry.id === fork.state.parent?.entry));
  }
  assert.equal((await scene.index.usage()).total.responses, 3);
});
