import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryStore } from "../log/index.ts";
import type { Effect, Tool } from "../loop/index.ts";
import { fixedModels, scriptedModel, UnknownModelError } from "../model/index.ts";
import { RuleError } from "../policy/index.ts";
import { createRuntime } from "./create-runtime.ts";
import type { Permissions } from "./permissions.ts";
import { sayTool, transcript } from "./runtime.fixture.ts";

test("a runtime without options has a store in memory, and denies every question", async () => {
  const ran: string[] = [];
  const tool = (name: string, effect: Effect): Tool => ({
    name,
    description: name,
    inputSchema: { type: "object" },
    effect,
    execute: async () => `${ran.push(name)}`,
  });
  const model = scriptedModel([
    {
      calls: [
        { name: "look", input: {} },
        { name: "send", input: {} },
        { name: "weather", input: {} },
      ],
    },
    "Done.",
  ]);
  await using runtime = createRuntime({
    tools: [tool("look", "read"), tool("send", "network"), tool("weather", "network")],
    permissions: { allow: ["weather"] },
  });
  const session = await runtime.create({ model, cwd: "/" });
  assert.equal(await session.prompt("go").text(), "Done.");
  assert.deepEqual(ran, ["look", "weather"]);
});

test("permissions are plain data: a rule denies in every mode, and onAsk answers", async () => {
  const asked: string[] = [];
  const model = scriptedModel([
    { calls: [{ name: "say", input: { text: "a" } }] },
    "one",
    { calls: [{ name: "say", input: { text: "b" } }] },
    "two",
  ]);
  const open = (permissions: Permissions) => createRuntime({ tools: [sayTool({ effect: "write" })], permissions });
  await using asking = open({
    onAsk: async ({ tool }) => {
      asked.push(tool);
      return { kind: "once" };
    },
  });
  const session = await asking.create({ model, cwd: "/" });
  await session.prompt("go").text();
  assert.deepEqual(asked, ["say"]);
  await using denying = open({ mode: "yolo", deny: ["say"] });
  const other = await denying.create({ model, cwd: "/" });
  await other.prompt("go").text();
  assert.match(transcript(other)[2] ?? "", /denied/i);
  assert.throws(() => createRuntime({ permissions: { allow: ["bash("] } }), RuleError);
});

test("a session created with a model object is opened with one again, or its run reports the missing model", async () => {
  const store = memoryStore();
  const model = scriptedModel(["one", "two"]);
  const runtime = () =>
    createRuntime({
      store,
      models: { get: async (name) => Promise.reject(new UnknownModelError(name, "")), list: async () => [] },
    });
  await using first = runtime();
  const { id } = await first.create({ model, cwd: "/" }).then(async (session) => {
    assert.equal(await session.prompt("go").text(), "one");
    await session.close();
    return session;
  });
  await using second = runtime();
  const without = await second.open(id);
  const outcome = await without.prompt("go").outcome;
  assert.equal(outcome.kind === "failed" && outcome.error.code, "unknown_model");
  assert.match(
    outcome.kind === "failed" ? outcome.error.message : "",
    /created with a model object\. Pass it again: runtime\.open\(id, \{ model \}\)/,
  );
  await without.close();
  assert.equal(await (await second.open(id, { model })).prompt("go").text(), "two");
});

test("a fork of a session with a model object uses that object", async () => {
  const model = scriptedModel(["one", "two", "three"]);
  await using runtime = createRuntime({ models: fixedModels() });
  const session = await runtime.create({ model, cwd: "/" });
  await session.prompt("go").text();
  const fork = await session.fork();
  assert.equal(await fork.prompt("go").text(), "two");
  assert.equal(await (await fork.fork()).prompt("go").text(), "three");
});
