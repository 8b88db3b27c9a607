import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryStore } from "../../log/index.ts";
import { fixedModels, ModelError, type Reply, type ScriptedModel, scriptedModel } from "../../model/index.ts";
import { allowAll, masking } from "../../policy/index.ts";
import { createRuntime } from "../../runtime/index.ts";
import { openScene, type Scene } from "../../runtime/runtime.fixture.ts";
import type { Session } from "../session.ts";
import type { TitleChangeEntry } from "../../journal/index.ts";

const SMALL = { reference: "test/small", provider: "test", id: "small", name: "Small", price: { input: 1, output: 5 } };

/** Opens a scene whose small model responds with titles. */
const titled = async (titles: readonly Reply[], scene: Scene = {}) => {
  const small = scriptedModel(titles, { info: SMALL });
  const models = (large: ScriptedModel) => fixedModels(large, small);
  const opened = await openScene({ script: () => "Done.", titles: true, smallModel: SMALL.reference, models, ...scene });
  return { ...opened, small };
};

/** Resolves with the next change of the title. */
const nextTitle = async (session: Session): Promise<TitleChangeEntry> => {
  for await (const event of session.events()) if (event.type === "entry" && event.entry.type === "title_change") return event.entry;
  return assert.fail("no title came");
};

const warningIn = async (session: Session): Promise<string> => {
  for await (const event of session.events()) if (event.type === "warning") return event.message;
  return assert.fail("no warning came");
};

test("the small model generates a title after the first prompt of a session without one", async () => {
  await using scene = await titled([{ text: "Fix the test", usage: { input: 100, output: 10 } }]);
  const coming = nextTitle(scene.session);
  await scene.session.prompt("The test fails, fix it").outcome;
  const { title, model, usage, cost } = await coming;
  assert.deepEqual({ title, model, cost }, { title: "Fix the test", model: "test/small", cost: 0.000_15 });
  assert.equal(usage?.input, 100);
  assert.equal(scene.session.state.title, "Fix the test");
});

test("neither a run nor closing the session waits for a title", async () => {
  const never = new Promise(() => {});
  const scene = await titled([{ before: never }]);
  assert.equal((await scene.session.prompt("Go").outcome).kind, "done");
  assert.equal(scene.small.requests.length, 1);
  await scene.runtime.close();
  assert.ok(scene.small.requests[0]?.signal.aborted);
});

test("generates no title for a session that has one", async () => {
  await using scene = await titled(["Another"], { title: "Mine" });
  await scene.session.prompt("Go").outcome;
  assert.equal(scene.small.requests.length, 0);
});

test("does not replace a title that the user sets meanwhile", async () => {
  const gate = Promise.withResolvers<void>();
  await using scene = await titled([{ text: "By the model", before: gate.promise, hold: Promise.resolve() }]);
  await scene.session.prompt("Go").outcome;
  await scene.session.set({ title: "Mine" });
  gate.resolve();
  await scene.session.prompt("More").outcome;
  assert.equal(scene.session.state.title, "Mine");
});

test("generates no title unless titles are enabled", async () => {
  await using scene = await titled(["A title"], { titles: false });
  await scene.session.prompt("Go").outcome;
  assert.equal(scene.small.requests.length, 0);
});

test("retries a failed title once with the next run, and then emits a warning", async () => {
  const down = { error: new ModelError("auth", "The key is wrong.") };
  await using scene = await titled([down, down, "Too late"]);
  await scene.session.prompt("One").outcome;
  const warned = warningIn(scene.session);
  await scene.session.prompt("Two").outcome;
  assert.equal(await warned, "Could not generate a title for the session: The key is wrong.");
  await scene.session.prompt("Three").outcome;
  assert.equal(scene.small.requests.length, 2);
});

test("requests a title once, even if further runs start meanwhile", async () => {
  const gate = Promise.withResolvers<void>();
  await using scene = await titled([{ text: "About one", before: gate.promise }, "About two"]);
  await scene.session.prompt("One").outcome;
  await scene.session.prompt("Two").outcome;
  assert.equal(scene.small.requests.length, 1);
  const coming = nextTitle(scene.session);
  gate.resolve();
  assert.equal((await coming).title, "About one");
});

test("S4-60: without a small model, the current model of the session generates the title", async () => {
  const [one, other] = ["one", "other"].map((id) => scriptedModel(() => "From " + id, { info: { reference: `test/${id}`, id } }));
  assert.ok(one !== undefined && other !== undefined);
  await using runtime = createRuntime({ store: memoryStore(), models: fixedModels(one, other), policy: allowAll() });
  const session = await runtime.create({ cwd: "/", model: "test/one", titles: true });
  await session.set({ model: "test/other" });
  const coming = nextTitle(session);
  await session.prompt("Go").outcome;
  assert.equal((await coming).model, "test/other");
  assert.equal(one.requests.length, 0);
});

test("masks a key in the prompt and in the title", async () => {
  const key = "sk-canary-0123456789abcdef";
  const small = scriptedModel([`Use ${key}`], { info: SMALL });
  const large = scriptedModel(["Done."]);
  await using runtime = createRuntime({
    store: memoryStore(),
    models: fixedModels(large, small),
    policy: allowAll(),
    masking: masking({ values: [key] }),
  });
  const session = await runtime.create({ cwd: "/", model: large.info.reference, smallModel: SMALL.reference, titles: true });
  const coming = nextTitle(session);
  await session.prompt(`My key is ${key}`).outcome;
  assert.ok(!(await coming).title.includes(key));
  assert.ok(!JSON.stringify(small.requests.map(({ messages }) => messages)).includes(key));
});

test("requests a title when the response starts, and none if the response fails", async () => {
  const [begins, ends] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const script: readonly Reply[] = [
    { error: new ModelError("auth", "The key is wrong.") },
    { text: "Done.", before: begins.promise, hold: ends.promise },
  ];
  await using scene = await titled(["A title"], { script });
  assert.equal((await scene.session.prompt("One").outcome).kind, "failed");
  const coming = nextTitle(scene.session);
  const run = scene.session.prompt("Two");
  for await (const event of run) {
    if (event.type === "message_start" && event.role === "assistant") {
      assert.equal(scene.small.requests.length, 0);
      begins.resolve();
    }
    if (event.type === "message_delta") ends.resolve(coming.then(() => undefined));
  }
  assert.equal((await coming).title, "A title");
});
