// S1: the agent, its requests and its cancellation.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  EmptyPromptError,
  fixedModels,
  type Model,
  ModelError,
  type Models,
  type Outcome,
  providerModels,
  scriptedModel,
  SessionBusyError,
  SessionNotFoundError,
  textOf,
} from "coxswain";
import { type Agent, DefaultAgent } from "coxswain/facades";
import { type StreamPart } from "coxswain/providers";
import { DEFAULT_SYSTEM_PROMPT, history } from "coxswain/session";
import { builtinTools } from "coxswain/tools";
import { openFolder, openStage, say, sayCalls, type Stage, transcript } from "../scene.ts";

const openAgent = (stage: Stage = {}, config: Partial<ConstructorParameters<typeof DefaultAgent>[0]> = {}) => {
  const opened = openStage(stage);
  const agent = new DefaultAgent({ runtime: opened.runtime, model: opened.model.info.reference, workingDir: "/", ...config });
  return { ...opened, agent };
};

/** Callbacks that record their calls. */
const recordCallbacks = () => {
  const calls: string[] = [];
  const callbacks = {
    onTextDelta: (text: string) => calls.push(`text ${text}`),
    onToolCall: ({ name, input }: { name: string; input: string }) => calls.push(`call ${name} ${input}`),
    onToolResult: ({ content, isError }: { content: string; isError: boolean }) => calls.push(`result ${content} ${isError}`),
    onComplete: () => calls.push("complete"),
    onError: ({ code }: { code: string }) => calls.push(`error ${code}`),
  };
  return { told: calls, callbacks };
};

const held = () => ({ text: "one", hold: new Promise(() => {}) });

test("S1-01, S1-09, S1-17, S1-18, S1-19, S1-20: send calls back for text, calls and results in order, and then for the completion", async () => {
  const { told, callbacks } = recordCallbacks();
  const tools = [
    say({ run: async () => told.push("the tool runs") }),
    say({ name: "fail", run: () => Promise.reject(new Error("No such file.")) }),
  ];
  const calls = ["say", "fail"].map((name) => ({ name, input: { text: "a" } }));
  await using scene = openAgent({ script: [{ text: "I look.", calls }, "Done."] }, { tools });
  const outcome = await scene.agent.send("go", {}, callbacks);
  assert.equal(outcome.kind, "done");
  assert.deepEqual(told, [
    "text I look.",
    'call say {"text":"a"}',
    'call fail {"text":"a"}',
    "the tool runs",
    "result a false",
    "result No such file. true",
    "text Done.",
    "complete",
  ]);
});

test("S1-19, S1-20, S1-46: the history has a message before its callback is called", async () => {
  const counts: number[] = [];
  await using scene = openAgent({ script: [sayCalls("a"), "done"] }, { tools: [say()] });
  const session = await scene.agent.sessions.current();
  const count = () => counts.push(history(session).length);
  await scene.agent.send("go", {}, { onToolResult: count, onComplete: count });
  assert.deepEqual(counts, [3, 4]);
});

test("S1-16: checks the prompt and then whether the session is busy, and the model is asked after the session has the prompt", async () => {
  const hold = Promise.withResolvers<void>();
  const roles: string[][] = [];
  await using scene = openAgent({
    async script() {
      roles.push((await scene.agent.history(id)).map(({ role }) => role));
      return { text: "one", hold: hold.promise };
    },
  });
  const { id } = await scene.agent.sessions.current();
  const sent = scene.agent.send("go");
  const [empty, second] = [scene.agent.send(""), scene.agent.send("more")];
  await assert.rejects(empty, EmptyPromptError);
  await assert.rejects(second, SessionBusyError);
  hold.resolve();
  await sent;
  assert.deepEqual(roles, [["user"]]);
});

test("S1-14: rejects an empty prompt without creating a session", async () => {
  await using scene = openAgent();
  await assert.rejects(scene.agent.send("  \n"), EmptyPromptError);
  assert.deepEqual(await scene.agent.sessions.list(), []);
});

test("S1-15, S1-41: a busy session rejects a second prompt, even one sent at the same time", async () => {
  await using scene = openAgent({ script: [held()] });
  const { id } = await scene.agent.sessions.current();
  const [first, second] = [scene.agent.send("go"), scene.agent.send("more")];
  await assert.rejects(second, SessionBusyError);
  assert.equal(scene.agent.isBusy(id), true);
  scene.agent.cancel(id);
  await first;
  assert.equal(scene.agent.isBusy(id), false);
});

test("S1-21: calls onError for a failed stream", async () => {
  const { told, callbacks } = recordCallbacks();
  await using scene = openAgent({ script: [{ text: "ha", error: new ModelError("auth", "Wrong key.") }] });
  const outcome = await scene.agent.send("go", {}, callbacks);
  assert.equal(outcome.kind, "failed");
  assert.deepEqual(told, ["text ha", "error auth"]);
});

test("S1-09: a callback that throws fails the run", async () => {
  const { told, callbacks } = recordCallbacks();
  await using scene = openAgent({ script: [sayCalls("a"), "never"] }, { tools: [say({ run: async () => told.push("the tool runs") })] });
  const outcome = await scene.agent.send(
    "go",
    {},
    {
      ...callbacks,
      onToolCall() {
        throw new Error("The screen was closed.");
      },
    },
  );
  assert.equal(outcome.kind === "failed" && outcome.error.message, "The screen was closed.");
  assert.ok(!told.includes("the tool runs") && told.at(-1) === "error internal");
});

test("S1-39, S1-40, S1-42, S1-65: cancel ends the request, stores no part of the response, and allows another prompt", async () => {
  const { told, callbacks } = recordCallbacks();
  const hold = Promise.withResolvers<void>();
  await using scene = openAgent({ script: [{ text: "one", hold: hold.promise }, "again"] });
  const { id } = await scene.agent.sessions.current();
  const onTextDelta = () => {
    scene.agent.cancel(id);
    hold.resolve();
  };
  const outcome = scene.agent.send("go", {}, { ...callbacks, onTextDelta });
  assert.equal((await outcome).kind, "aborted");
  assert.deepEqual(told, ["error aborted"]);
  assert.equal((await scene.agent.history(id)).length, 1);
  assert.equal((await scene.agent.send("go")).kind, "done");
});

test("S1-39, S1-42: cancel ends a request whose run has not begun, and the session is busy until then", async () => {
  const opening = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const slow = scriptedModel(["never"], { info: { reference: "other/slow" } });
  const models = (model: Model): Models => ({
    ...fixedModels(model),
    async get(reference) {
      if (reference !== slow.info.reference) return model;
      opening.resolve();
      await release.promise;
      return slow;
    },
  });
  await using scene = openAgent({ models });
  const { id } = await scene.agent.sessions.current();
  scene.agent.setModel(slow.info.reference);
  const outcome = scene.agent.send("go");
  await opening.promise;
  assert.equal(scene.agent.isBusy(id), true);
  scene.agent.cancel(id);
  release.resolve();
  assert.equal((await outcome).kind, "aborted");
  assert.deepEqual([scene.agent.isBusy(id), slow.requests.length], [false, 0]);
});

test("S1-39: the caller's signal cancels a prompt", async () => {
  const hold = Promise.withResolvers<void>();
  await using scene = openAgent({ script: [{ text: "one", hold: hold.promise }] });
  const aborting = new AbortController();
  const onTextDelta = () => {
    aborting.abort();
    hold.resolve();
  };
  const outcome = scene.agent.send("go", { signal: aborting.signal }, { onTextDelta });
  assert.equal((await outcome).kind, "aborted");
});

test("S1-65: cancel closes the stream of the response, even one that would never end", async () => {
  await using scene = openAgent();
  const { id } = await scene.agent.sessions.current();
  let isClosed = false;
  const pending: AsyncIterableIterator<StreamPart> = {
    [Symbol.asyncIterator]: () => pending,
    next() {
      scene.agent.cancel(id);
      return new Promise(() => {});
    },
    async return() {
      isClosed = true;
      return { done: true, value: undefined };
    },
  };
  scene.agent.setModel({ info: { ...scene.model.info, reference: "other/silent" }, stream: () => pending });
  assert.equal((await scene.agent.send("go")).kind, "aborted");
  assert.equal(isClosed, true);
});

test("S1-43: cancel ignores idle and unknown sessions", async () => {
  await using scene = openAgent({ script: ["one"] });
  scene.agent.cancel("nowhere");
  scene.agent.cancel((await scene.agent.sessions.current()).id);
  assert.equal((await scene.agent.send("go")).kind, "done");
});

test("S1-03: clear empties a session's history, and the next request has none of it", async () => {
  await using scene = openAgent({ script: ["one", "two"] });
  const { id } = await scene.agent.sessions.current();
  await scene.agent.send("go");
  assert.deepEqual([await scene.agent.clear(id), await scene.agent.clear("nowhere")], [true, false]);
  assert.deepEqual(await scene.agent.history(id), []);
  await scene.agent.send("on");
  assert.equal(scene.model.requests[1]?.messages.length, 1);
});

test("S1-03, S1-04, S1-05, S1-10, S1-11: system prompt, tools and model apply to all sessions from their next prompt", async () => {
  await using folder = await openFolder();
  const other = scriptedModel(["three"], { info: { reference: "other/fresh", provider: "other", id: "fresh" } });
  await using scene = openAgent(
    { script: ["one", "two"], models: (model) => fixedModels(model), tools: [say()] },
    { systemPrompt: "Be kind.", tools: [], workingDir: folder.path },
  );
  const { agent, model } = scene;
  assert.equal((await agent.sessions.current()).state.cwd, folder.path);
  await agent.send("go");
  agent.setSystemPrompt("Be brief.");
  agent.setTools(["say", say({ name: "hum" })]);
  await agent.send("on", { temperature: 0.7, maxTokens: 4096 });
  const [first, second] = model.requests;
  assert.ok(first?.system.includes("Be kind.") && first.tools.length === 0);
  assert.match(JSON.stringify(second?.messages), /Be brief\./);
  assert.deepEqual(
    second?.tools.map(({ name }) => name),
    ["hum", "say"],
  );
  assert.deepEqual([second?.temperature, second?.maxOutputTokens], [0.7, 4096]);
  agent.setModel(other);
  const outcome = await agent.send("and on");
  assert.ok(outcome.kind === "done" && textOf(outcome.reply) === "three");
});

test("S1-38: sends the default system prompt if none is set", async () => {
  await using scene = openAgent({ script: ["one"] });
  await scene.agent.send("go");
  assert.equal(scene.model.requests[0]?.system[0], DEFAULT_SYSTEM_PROMPT);
});

test("S1-11, S1-57, S1-62: sends to the current session without an id, and each session has its own history", async () => {
  await using scene = openAgent({ script: ["one", "two"] });
  const { agent } = scene;
  const [first, second] = [await agent.sessions.create("First"), await agent.sessions.create("Second")];
  await agent.send("to the current one", { sessionId: "" });
  await agent.send("to the first", { sessionId: first.id });
  assert.deepEqual(transcript(second), ["user: to the current one", "assistant: one"]);
  assert.deepEqual(transcript(first), ["user: to the first", "assistant: two"]);
  await assert.rejects(agent.send("to none", { sessionId: "nowhere" }), SessionNotFoundError);
});

test("S1-58, S1-59, S1-60: a request has a temperature only if it is set, and always a maximum of output tokens", async () => {
  await using scene = openAgent({ script: ["one", "two"], info: { maxOutput: 0 } });
  await scene.agent.send("go");
  await scene.agent.send("on", { maxTokens: 0 });
  for (const request of scene.model.requests) {
    assert.ok(!("temperature" in request));
    assert.equal(request.maxOutputTokens, 8192);
  }
});

test("S1-03, S1-61: any object with an agent's methods is an agent", async () => {
  const silent: Agent = {
    send: async (): Promise<Outcome> => ({ kind: "aborted" }),
    setSystemPrompt() {},
    setTools() {},
    history: async () => [],
    clear: async () => true,
    cancel() {},
    isBusy: () => false,
  };
  const ask = async (agent: Agent) => (await agent.send("go")).kind;
  await using scene = openAgent({ script: ["one"] });
  assert.deepEqual([await ask(silent), await ask(scene.agent)], ["aborted", "done"]);
});

test("S1-08, S1-44, S1-45, S1-66: a tool receives its session and folder, and its result has the call's id and isError", async () => {
  await using folder = await openFolder();
  const contexts: string[] = [];
  const tools = [
    say({ run: async (_, { sessionId, cwd, callId }) => contexts.push(sessionId, cwd, callId) }),
    say({ name: "fail", run: () => Promise.reject(new Error("No such file.")) }),
  ];
  const calls = ["say", "fail"].map((name) => ({ name, input: { text: "a" } }));
  await using scene = openAgent({ script: [{ calls }, "done"] }, { tools, workingDir: folder.path });
  const { id } = await scene.agent.sessions.current();
  await scene.agent.send("go");
  assert.deepEqual(contexts, [id, folder.path, "call_1"]);
  assert.deepEqual(
    (await scene.agent.history(id)).flatMap(({ toolResults }) => toolResults),
    [
      { toolCallId: "call_1", name: "say", content: "a", isError: false },
      { toolCallId: "call_2", name: "fail", content: "No such file.", isError: true },
    ],
  );
});

test("S1-45: stores an image and sends it to a model with vision; another model receives a placeholder", async () => {
  for (const vision of [true, false]) {
    const image = say({ name: "look" });
    const looking = { ...image, execute: async () => ({ content: [{ type: "image", mediaType: "image/png", data: PIXEL } as const] }) };
    await using scene = openAgent(
      { script: [{ calls: [{ name: "look", input: { text: "" } }] }, "done"], info: { vision } },
      { tools: [looking] },
    );
    const { id } = await scene.agent.sessions.current();
    await scene.agent.send("go");
    assert.equal(JSON.stringify(scene.model.requests[1]?.messages).includes(PIXEL), vision);
    assert.equal((await scene.agent.history(id))[2]?.toolResults[0]?.content, "[image: image/png]");
  }
});

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

test("S1-68: the built-in tools are one list, and work in the agent's folder", async () => {
  await using folder = await openFolder();
  const calls = [{ name: "bash", input: { command: "pwd" } }];
  await using scene = openAgent({ script: [{ calls }, "done"], tools: builtinTools() }, { workingDir: folder.path });
  const { id } = await scene.agent.sessions.current();
  await scene.agent.send("go");
  const names = new Set(scene.model.requests[0]?.tools.map(({ name }) => name));
  for (const name of ["bash", "edit", "glob", "grep", "ls", "read", "write"]) assert.ok(names.has(name), name);
  assert.match((await scene.agent.history(id))[2]?.toolResults[0]?.content ?? "", new RegExp(folder.path));
});

test("S1-69: a provider has a large and a small model", async () => {
  const models = providerModels({ env: { ANTHROPIC_API_KEY: "k" } });
  const { info: large } = await models.get("anthropic/claude-opus-4-5");
  const { info: small } = await models.get((await models.smallFor?.(large.reference)) ?? assert.fail());
  assert.equal(small.provider, "anthropic");
  assert.ok((small.price?.output ?? 0) < (large.price?.output ?? 0));
});
