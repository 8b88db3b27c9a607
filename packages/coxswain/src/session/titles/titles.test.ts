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

/** A scene whose small model answers with titles. */
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

test("a session without a title gets one from the small model when it is first told something", async () => {
  await using scene = await titled([{ text: "Mend the test", usage: { input: 100, output: 10 } }]);
  const coming = nextTitle(scene.session);
  await scene.session.prompt("The test fails, mend it").outcome;
  const { title, model, usage, cost } = await coming;
  assert.deepEqual({ title, model, cost }, { title: "Mend the test", model: "test/small", cost: 0.000_15 });
  assert.equal(usage?.input, 100);
  assert.equal(scene.session.state.title, "Mend the test");
});

test("no run waits for a title, and closing does not either", async () => {
  const never = new Promise(() => {});
  const scene = await titled([{ before: never }]);
  assert.equal((await scene.session.prompt("Go").outcome).kind, "done");
  assert.equal(scene.small.requests.length, 1);
  await scene.runtime.close();
  assert.ok(scene.small.requests[0]?.signal.aborted);
});

test("a session that has a title keeps it", async () => {
  await using scene = await titled(["Another"], { title: "Mine" });
  await scene.session.prompt("Go").outcome;
  assert.equal(scene.small.requests.length, 0);
});

test("a title that a person gives meanwhile stays", async () => {
  const gate = Promise.withResolvers<void>();
  await using scene = await titled([{ text: "Of the model", before: gate.promise, hold: Promise.resolve() }]);
  await scene.session.prompt("Go").outcome;
  await scene.session.set({ title: "Mine" });
  gate.resolve();
  await scene.session.prompt("More").outcome;
  assert.equal(scene.session.state.title, "Mine");
});

test("titles are off where nobody asked for them", async () => {
  await using scene = await titled(["A title"], { titles: false });
  await scene.session.prompt("Go").outcome;
  assert.equal(scene.small.requests.length, 0);
});

test("a title that failed is asked for once more beside the next run, and then the person is told", async () => {
  const down = { error: new ModelError("auth", "The key is wrong.") };
  await using scene = await titled([down, down, "Too late"]);
  await scene.session.prompt("One").outcome;
  const warned = warningIn(scene.session);
  await scene.session.prompt("Two").outcome;
  assert.equal(await warned, "Could not generate a title for the session: The key is wrong.");
  await scene.session.prompt("Three").outcome;
  assert.equal(scene.small.requests.length, 2);
});

test("one prompt alone is asked about, however many runs go on meanwhile", async () => {
  const gate = Promise.withResolvers<void>();
  await using scene = await titled([{ text: "About one", before: gate.promise }, "About two"]);
  await scene.session.prompt("One").outcome;
  await scene.session.prompt("Two").outcome;
  assert.equal(scene.small.requests.length, 1);
  const coming = nextTitle(scene.session);
  gate.resolve();
  assert.equal((await coming).title, "About one");
});

test("S4-60: a model that is set beside has its title asked of the one that answers now", async () => {
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

test("a key in the prompt or in the title is neither told nor kept", async () => {
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

test("a title is asked for when the answer begins to come, and where none comes it is not", async () => {
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
