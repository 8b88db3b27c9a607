import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryStore } from "../../log/index.ts";
import { fixedModels, scriptedModel } from "../../model/index.ts";
import { transcript } from "../runtime.fixture.ts";
import type { ExtensionApi } from "./extension-api.ts";
import type { ExtensionTool } from "./extension-tool.ts";
import { functions, loadWith, openExtended } from "./extensions.fixture.ts";

const tool = (fields: Partial<ExtensionTool> = {}): ExtensionTool => ({
  name: "tide",
  description: "Reports the tide.",
  effect: "read",
  inputSchema: { type: "object" },
  execute: async () => "high",
  ...fields,
});

test("rejects a tool that cannot be described to a model when it is registered, with the reason", async () => {
  const bad: Readonly<Record<string, Partial<ExtensionTool>>> = {
    name: { name: "the tide" },
    description: { description: "" },
    type: { inputSchema: { type: "string" } },
    schema: { inputSchema: { type: "object", properties: { a: { type: "word" } } } },
    standard: { inputSchema: { "~standard": { version: 1, vendor: "test", validate: (value: unknown) => ({ value }) } } },
  };
  const setups = Object.entries(bad).map(([name, fields]) => [name, (cox: Parameters<typeof register>[0]) => register(cox, tool(fields))]);
  const { extensions } = await loadWith(functions(Object.fromEntries(setups)));
  assert.deepEqual(
    extensions.skipped.map(({ name, reason }) => [name, reason]),
    [
      ["name", '"the tide" is not a valid name for a tool'],
      ["description", "The tool tide has no description"],
      ["type", 'Tool "tide": its schema must have the type object'],
      [
        "schema",
        'The input schema of the tool tide is not a valid JSON Schema: #/properties/a/type "word" is not a type; use one of array, boolean, integer, null, number, object, string',
      ],
      [
        "standard",
        'Tool "tide": its schema, of test, does not provide a JSON Schema; use a JSON Schema as inputSchema, or add one with standardSchema()',
      ],
    ],
  );
});

const register = (cox: { registerTool: (tool: ExtensionTool) => unknown }, value: ExtensionTool): void => void cox.registerTool(value);

test("skips a tool whose factory fails for a session, and warns once", async () => {
  await using scene = await openExtended(
    {
      broken: (cox) =>
        void cox.registerTool(() => {
          throw new Error("no workspace");
        }),
      bad: (cox) => void cox.registerTool(() => tool({ name: "a b" })),
    },
    { script: ["one", "two"] },
  );
  for (const text of ["one", "two"]) assert.equal((await scene.session.prompt(text).outcome).kind, "done");
  assert.deepEqual(scene.warnings, [
    "The extension broken: a tool of it cannot be made: no workspace",
    'The extension bad: a tool of it cannot be made: "a b" is not a valid name for a tool',
  ]);
});

test("an exception in any part of a tool is an error result or a warning, and the run continues", async () => {
  const no = (): never => {
    throw new Error("no tide");
  };
  const call = (name: string) => ({ calls: [{ name, input: {} }] });
  await using scene = await openExtended(
    {
      tides(cox) {
        cox.registerTool(tool({ name: "runs", execute: no }));
        cox.registerTool(tool({ name: "needs", permissionRequests: no }));
        cox.registerTool(tool({ name: "carries", preserveOnCompaction: no }));
      },
    },
    { script: [call("runs"), call("needs"), "done", "A summary of it."] },
  );
  assert.equal((await scene.session.prompt("go").outcome).kind, "done");
  assert.deepEqual(
    transcript(scene.session).filter((line) => line.startsWith("tool")),
    ["tool: !error no tide", "tool: !error no tide"],
  );
  assert.equal((await scene.session.compact()).summary, "A summary of it.");
  assert.deepEqual(scene.warnings, ["The extension tides: its tool carries cannot say what a compaction is to carry: no tide"]);
});

test("rejects values of the wrong type when they are registered, not when they are used", async () => {
  const named = { name: "a", description: "A." };
  const bad: Readonly<Record<string, (cox: ExtensionApi) => unknown>> = {
    command: (cox) => cox.registerCommand({ ...named, run: undefined as never }),
    skill: (cox) => cox.registerSkill({ ...named, body: 5 as never }),
    template: (cox) => cox.registerTemplate({ ...named, body: undefined as never }),
    agent: (cox) => cox.registerAgent({ ...named, prompt: undefined as never, tools: [] }),
    hook: (cox) => cox.registerHook({ event: "run_end", run: undefined as never }),
    subscriber: (cox) => cox.subscribe("x" as never),
    state: (cox) => cox.state({ name: "s", initial: 0, apply: undefined as never }),
  };
  const setups = Object.entries(bad).map(([name, wrong]) => [name, (cox: ExtensionApi) => void wrong(cox)] as const);
  const { extensions } = await loadWith(functions(Object.fromEntries(setups)));
  assert.deepEqual(
    extensions.skipped.map(({ reason }) => reason),
    [
      "The command a has no run",
      "The skill a has no body",
      "The prompt template a has no body",
      "The agent a has no prompt",
      "The hook for run_end has no run",
      "A subscriber is a function",
      "The state s has no apply",
    ],
  );
});

test("reloading or unloading an extension while its tool runs preserves the call's result and the state", async () => {
  const call = { calls: [{ name: "tide", input: {} }] };
  let version = 0;
  let during: (version: number) => Promise<unknown> = async () => undefined;
  await using scene = await openExtended(
    {
      tides(cox) {
        const mine = (version += 1);
        const calls = cox.state<number, number>({ name: "calls", initial: 0, apply: (count) => count + 1 });
        cox.registerHook({ event: "post_tool", run: async ({ sessionId }) => calls.append(sessionId, 1) });
        cox.registerTool(
          tool({
            async execute(_, { sessionId }) {
              await during(mine);
              return `${mine}, after ${calls.of(sessionId)}`;
            },
          }),
        );
      },
    },
    { script: [call, call, call, "done"] },
  );
  during = (mine) => (mine === 1 ? scene.extensions.reload("tides") : scene.extensions.unload("tides"));
  assert.equal((await scene.session.prompt("go").outcome).kind, "done");
  const [first, second, removed] = transcript(scene.session).filter((line) => line.startsWith("tool"));
  assert.deepEqual([first, second], ["tool: 1, after 0", "tool: 2, after 1"]);
  assert.match(removed ?? "", /^tool: !unknown_tool/);
  assert.deepEqual(scene.warnings, []);
});

test("models that an extension cannot list do not prevent listing the others", async () => {
  const { extensions, warnings } = await loadWith(
    functions({
      mute: (cox) =>
        void cox.registerModels({
          get: async () => scriptedModel([]),
          list: async () => Promise.reject(new Error("no list")),
          smallFor: async () => Promise.reject(new Error("no list")),
        }),
    }),
  );
  const models = extensions.models(fixedModels(scriptedModel([])));
  assert.deepEqual(
    (await models.list()).map(({ info }) => info.reference),
    ["scripted/scripted"],
  );
  assert.equal(await models.smallFor?.("scripted/scripted"), undefined);
  assert.deepEqual(warnings, ["The extension mute: its models cannot be asked for: no list"]);
});

test("a thrown value without a message crashes nothing, wherever it is thrown", async () => {
  const mute = (): never => {
    throw Object.create(null);
  };
  await using scene = await openExtended(
    {
      setup: mute,
      hook: (cox) => void cox.registerHook({ event: "turn_end", run: mute }),
      listener: (cox) => void cox.subscribe(mute),
      tool: (cox) => void cox.registerTool(tool({ execute: mute })),
      command: (cox) => void cox.registerCommand({ name: "mute", description: "Fails.", run: mute }),
      models: (cox) => void cox.registerModels({ get: mute, list: mute }),
    },
    { script: [{ calls: [{ name: "tide", input: {} }] }, "done"] },
  );
  const nothing = "unknown error";
  assert.equal((await scene.session.prompt("go").outcome).kind, "done");
  assert.deepEqual(
    transcript(scene.session).filter((line) => line.startsWith("tool")),
    [`tool: !error ${nothing}`],
  );
  await assert.rejects(async () => scene.extensions.run(scene.session, "/mute"), {
    message: `/mute of the extension command failed: it threw ${nothing}`,
  });
  await assert.rejects(scene.runtime.create({ model: "missing/model" }), { code: "unknown_model" });
  assert.deepEqual(
    scene.extensions.skipped.map(({ name, reason }) => [name, reason]),
    [["setup", `it threw ${nothing}`]],
  );
  assert.deepEqual(scene.warnings.toSorted(), [
    `The extension listener: one of its listeners failed, and receives no more events: it threw ${nothing}`,
    `The extension models: its models cannot be asked for: it threw ${nothing}`,
    `The extension setup (a function) is skipped: it threw ${nothing}.`,
  ]);
});

test("an invalid tool result becomes an error result, and the log remains readable", async () => {
  const returned: readonly unknown[] = [
    undefined,
    { content: "text" },
    { content: [{ type: "text", text: 5 }] },
    { content: [{ type: "word", text: "a" }] },
    { content: [null] },
    { content: [], isError: "no" },
    { content: [{ type: "image", data: "" }] },
    { content: [{ type: "text", text: "high" }], isError: false },
  ];
  let at = 0;
  const store = memoryStore();
  const { session, ...scene } = await openExtended(
    { tides: (cox) => void cox.registerTool(tool({ execute: async () => returned[at++] as string })) },
    { store, script: [{ calls: returned.map((_, which) => ({ name: "tide", input: { which } })) }, "done"] },
  );
  assert.equal((await session.prompt("go").outcome).kind, "done");
  const results = transcript(session).filter((line) => line.startsWith("tool"));
  assert.equal(results.pop(), "tool: high");
  for (const result of results)
    assert.match(result, /^tool: !error tide ran, but returned an invalid result: expected a string, or \{ content \}/);
  assert.equal(results.length, returned.length - 1);
  await scene.runtime.close();
  assert.deepEqual((await store.open(session.id)).damage, []);
});

test("rejects an optional field of the wrong type when it is registered", async () => {
  const named = { name: "a", description: "A." };
  const { extensions } = await loadWith(
    functions({
      agent: (cox) => void cox.registerAgent({ ...named, prompt: "p", tools: "read" as never }),
      other: (cox) => void cox.registerAgent({ ...named, prompt: "p", thinking: "much" as never }),
      skill: (cox) => void cox.registerSkill({ ...named, body: "b", folder: 5 as never }),
      template: (cox) => void cox.registerTemplate({ ...named, body: "b", argumentHint: {} as never }),
      command: (cox) => void cox.registerCommand({ ...named, run: () => "", argumentHint: 7 as never }),
    }),
  );
  assert.deepEqual(
    extensions.skipped.map(({ reason }) => reason),
    [
      "Invalid `tools` of the agent a: expected an array of strings",
      "Invalid `thinking` of the agent a: expected a thinking level",
      "Invalid `folder` of the skill a: expected a string",
      "Invalid `argumentHint` of the prompt template a: expected a string",
      "Invalid `argumentHint` of the command a: expected a string",
    ],
  );
});

test("errors at a call, in a list or on opening a session are rejected early, or skipped with a warning", async () => {
  const named = { name: "tides", initial: 0, apply: (count: number) => count };
  const { extensions } = await loadWith(
    functions({
      effect: (cox) => void cox.registerTool(tool({ effect: "reads" as never })),
      execute: (cox) => void cox.registerTool(tool({ execute: undefined as never })),
      hook: (cox) => void cox.registerHook({ event: "pre_tool", tools: "bash" as never, run: () => undefined }),
    }),
  );
  assert.deepEqual(
    extensions.skipped.map(({ reason }) => reason),
    [
      "Invalid `effect` of the tool tide: expected an effect",
      "The tool tide has no execute",
      "Invalid `tools` of the hook for pre_tool: expected an array of strings",
    ],
  );
  await using scene = await openExtended(
    {
      facts: (cox) => ["a", "b"].map((name) => cox.registerTool(tool({ name, requiredState: [{ ...named }] })))[0],
      models: (cox) => void cox.registerModels({ get: async () => 5 as never, list: async () => [{}] as never }),
    },
    { script: ["done"] },
  );
  assert.equal((await scene.session.prompt("go").outcome).kind, "done");
  const models = scene.extensions.models(fixedModels(scriptedModel([])));
  assert.equal((await models.list()).length, 1);
  await assert.rejects(models.get("missing/model"), { code: "unknown_model" });
  assert.deepEqual(scene.warnings, [
    'The extension facts: the required state of its tool b is not stored: TypeError: Two folds are named "tides"; give each its own name',
    "The extension models: its models cannot be asked for: its list contains invalid models",
    "The extension models: its models cannot be asked for: its value for missing/model is not a model",
  ]);
});
