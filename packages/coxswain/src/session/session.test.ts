import assert from "node:assert/strict";
import { test } from "node:test";
import { EntryNotFoundError, EntryTooLargeError, isLeaf, memoryStore } from "../log/index.ts";
import { MissingApiKeyError, scriptedModel, UnknownModelError } from "../model/index.ts";
import { allowAll } from "../policy/index.ts";
import { createRuntime } from "../runtime/index.ts";
import { messagesOf, openScene, callSay, sayTool, transcript, typesIn } from "../runtime/runtime.fixture.ts";
import { faultyStore } from "../testing/index.ts";
import { RunFailedError } from "./errors.ts";
import { cycleModel, cycleThinking, label } from "./operations.ts";

const info = (id: string, thinking: readonly ("off" | "low" | "high")[] = ["off", "low", "high"]) => ({
  reference: `test/${id}`,
  provider: "test",
  id,
  name: id,
  thinking,
});

/** A runtime with three models, one of them without an API key. */
const threeModels = async () => {
  const all = ["a", "b", "c"].map((id) => scriptedModel(["from " + id, "again from " + id], { info: info(id) }));
  const models = {
    async get(reference: string) {
      if (reference === "test/b") throw new MissingApiKeyError("test", "Set TEST_API_KEY.");
      const model = all.find((one) => one.info.reference === reference);
      if (model === undefined) throw new UnknownModelError(reference, "");
      return model;
    },
    list: async () => all.map((model) => ({ info: model.info, available: model.info.id !== "b" })),
  };
  const runtime = createRuntime({ store: memoryStore(), models, policy: allowAll() });
  const session = await runtime.create({ cwd: "/", model: "test/a" });
  return { runtime, session, models, all, [Symbol.asyncDispose]: () => runtime.close() };
};

test("S0-44, S0-04: a new model answers from the next turn, and the log records the change", async () => {
  await using scene = await threeModels();
  await scene.session.prompt("one").outcome;
  await scene.session.set({ model: "test/c" });
  await scene.session.prompt("two").outcome;
  assert.deepEqual(transcript(scene.session), ["user: one", "assistant: from a", "user: two", "assistant: from c"]);
  assert.ok(typesIn(scene.session.entries).includes("model_change"));
});

test("S0-04, S0-44: rejects a model without an API key and preserves the current model", async () => {
  await using scene = await threeModels();
  await assert.rejects(scene.session.set({ model: "test/b", title: "not set either" }), MissingApiKeyError);
  await assert.rejects(scene.session.set({ model: "test/x" }), UnknownModelError);
  assert.equal(scene.session.state.model, "test/a");
  assert.equal(scene.session.state.title, undefined);
});

test("S1-05: accepts a model instance", async () => {
  await using scene = await threeModels();
  await scene.session.set({ model: scriptedModel(["from the instance"], { info: info("own") }) });
  await scene.session.prompt("go").outcome;
  assert.equal(transcript(scene.session).at(-1), "assistant: from the instance");
});

test("S0-45: cycles through the models with an API key in both directions and wraps around", async () => {
  await using scene = await threeModels();
  const visited = [];
  for (const direction of ["forward", "forward", "backward", "backward"] as const) {
    visited.push((await cycleModel(scene.session, scene.models, direction))?.id);
  }
  assert.deepEqual(visited, ["c", "a", "c", "a"]);
});

test("S0-45: cycles through the models of a scope with an API key, each with its thinking level", async () => {
  await using scene = await threeModels();
  const scope = (await scene.models.list()).toReversed().map(({ info: one }) => ({ info: one, thinking: "high" as const }));
  const visited = [];
  for (const direction of ["forward", "forward", "backward"] as const) {
    visited.push((await cycleModel(scene.session, scene.models, direction, scope))?.id);
  }
  assert.deepEqual(visited, ["c", "a", "c"]);
  assert.equal(scene.session.state.thinking, "high");
  const [last] = scope.slice(-1);
  assert.equal((await cycleModel(scene.session, scene.models, "backward", [last ?? assert.fail()]))?.id, "a", "from outside the scope");
  assert.equal(await cycleModel(scene.session, scene.models, "forward", []), undefined);
});

test("S0-46: logs and cycles the thinking level, and sends the nearest level that the model supports", async () => {
  await using scene = await threeModels();
  assert.equal(await cycleThinking(scene.session, scene.all[0]?.info ?? assert.fail()), "low");
  await scene.session.set({ thinking: "xhigh" });
  await scene.session.prompt("go").outcome;
  assert.equal(scene.all[0]?.requests[0]?.thinking, "high");
  assert.equal(scene.session.state.thinking, "xhigh");
});

test("changes the tools that the model can call", async () => {
  await using scene = await openScene({ script: ["one", "two"], tools: [sayTool(), sayTool({ name: "other" })] });
  await scene.session.prompt("a").outcome;
  await scene.session.set({ tools: ["other"] });
  await scene.session.prompt("b").outcome;
  assert.deepEqual(
    scene.model.requests.map(({ tools }) => tools.map(({ name }) => name)),
    [["other", "say"], ["other"]],
  );
});

test("rejects calls of a tool that is not selected", async () => {
  await using scene = await openScene({ script: [callSay("a"), "ok"], tools: [sayTool(), sayTool({ name: "other" })] });
  await scene.session.set({ tools: ["other"] });
  await scene.session.prompt("go").outcome;
  assert.match(transcript(scene.session)[2] ?? "", /unknown_tool/);
});

test("S0-50: a fork is a separate session with the history up to an entry and names its parent", async () => {
  await using scene = await openScene({ script: ["one", "two", "three"] });
  await scene.session.prompt("a").outcome;
  const at = scene.session.state.leaf ?? assert.fail();
  await scene.session.prompt("b").outcome;
  const fork = await scene.session.fork(at);
  await fork.prompt("c").outcome;
  assert.deepEqual(transcript(fork), ["user: a", "assistant: one", "user: c", "assistant: three"]);
  assert.deepEqual(transcript(scene.session), ["user: a", "assistant: one", "user: b", "assistant: two"]);
  assert.deepEqual(fork.state.parent, { session: scene.session.id, entry: at });
  assert.equal(fork.state.model, scene.session.state.model);
});

test("S0-50: a fork before an entry excludes it", async () => {
  await using scene = await openScene({ script: ["one", "two"] });
  await scene.session.prompt("a").outcome;
  const message = scene.session.entries.find(({ type }) => type === "message") ?? assert.fail();
  const fork = await scene.session.fork(message.id, { position: "before" });
  assert.deepEqual(messagesOf(fork), []);
});

test("a fork into the same session logs the new leaf and preserves the other branch", async () => {
  await using scene = await openScene({ script: ["one", "two", "three"] });
  await scene.session.prompt("a").outcome;
  const at = scene.session.state.leaf ?? assert.fail();
  await scene.session.prompt("b").outcome;
  assert.equal(await scene.session.fork(at, { into: "here" }), scene.session);
  await scene.session.prompt("c").outcome;
  assert.deepEqual(transcript(scene.session), ["user: a", "assistant: one", "user: c", "assistant: three"]);
  const stored = [];
  for await (const event of scene.session.events({ after: -1, live: false })) if (event.type === "entry") stored.push(event.entry);
  assert.ok(stored.some(isLeaf));
  assert.ok(JSON.stringify(stored).includes('"b"'));
});

test("rejects a fork from a missing entry", async () => {
  await using scene = await openScene();
  await assert.rejects(scene.session.fork("nowhere"), EntryNotFoundError);
});

test("S0-75: adds and removes the label of an entry", async () => {
  await using scene = await openScene({ script: ["one"] });
  await scene.session.prompt("a").outcome;
  const at = scene.session.state.leaf ?? assert.fail();
  await label(scene.session, at, "good");
  assert.deepEqual(scene.session.state.labels, { [at]: "good" });
  await label(scene.session, at, null);
  assert.deepEqual(scene.session.state.labels, {});
});

test("S0-51, S3-42, S3-43: sums usage and cost over the session and reports the last response's usage separately", async () => {
  const usage = (input: number) => ({ text: "x", usage: { input, output: 1 }, cost: 0.5 });
  await using scene = await openScene({ script: [usage(10), usage(20)] });
  await scene.session.prompt("a").outcome;
  await scene.session.prompt("b").outcome;
  const { usage: sums, cost, messages } = scene.session.state;
  assert.deepEqual([sums.total.input, sums.total.output, sums.last.input, cost, messages], [30, 2, 20, 1, 4]);
});

test("the cost of an abandoned branch counts", async () => {
  await using scene = await openScene({ script: [{ text: "x", cost: 0.5 }] });
  const start = scene.session.state.leaf ?? assert.fail();
  await scene.session.prompt("a").outcome;
  await scene.session.fork(start, { into: "here" });
  assert.equal(scene.session.state.cost, 0.5);
  assert.equal(scene.session.state.messages, 0);
});

test("S3-44: context usage is a percentage of the model's window, or 0 if the window is unknown", async () => {
  const script = [{ text: "x", usage: { input: 40_000, cacheRead: 9_000, output: 1_000, reasoning: 500 } }];
  for (const [contextWindow, percent] of [[200_000, 25] as const, [undefined, 0] as const]) {
    const scripted = { info: contextWindow === undefined ? { contextWindow: 0 } : { contextWindow } };
    await using scene = await openScene({ script, scripted });
    const percentages = [];
    for await (const event of scene.session.prompt("a")) if (event.type === "context_usage") percentages.push(event.percent);
    assert.deepEqual(percentages, [percent]);
  }
});

test("several changes are one write that succeeds or fails as a whole", async () => {
  const store = faultyStore(memoryStore(), {
    append: (_, entries) => {
      if (JSON.stringify(entries).includes("too long")) throw new EntryTooLargeError(9, 8);
    },
  });
  await using scene = await openScene({ store });
  await scene.session.set({ thinking: "high", title: "short" });
  await assert.rejects(scene.session.set({ thinking: "low", title: "too long" }), EntryTooLargeError);
  assert.deepEqual([scene.session.state.thinking, scene.session.state.title], ["high", "short"]);
});

test("a fork from the beginning has the setup and accepts a prompt", async () => {
  await using scene = await openScene({ script: ["one", "two", "three"], instructions: "Be kind." });
  await scene.session.prompt("a").outcome;
  const first = scene.session.entries[0]?.id ?? assert.fail();
  for (const fork of [await scene.session.fork(null), await scene.session.fork(first, { position: "before" })]) {
    assert.equal((await fork.prompt("b").outcome).kind, "done");
    assert.ok(scene.model.requests.at(-1)?.system.join("\n").includes("Be kind."));
  }
});

test("text() resolves to the reply and rejects with the outcome if the run is not done", async () => {
  await using scene = await openScene({ script: ["Ahoy."] });
  assert.equal(await scene.session.prompt("go").text(), "Ahoy.");
  const aborted = scene.session.prompt("again");
  aborted.abort("enough");
  await assert.rejects(
    aborted.text(),
    (error) =>
      error instanceof RunFailedError && error.code === "run_failed" && error.outcome.kind === "aborted" && /enough/.test(error.message),
  );
  await assert.rejects(scene.session.prompt(" ").text(), /The run failed \(empty_prompt\): /);
});
