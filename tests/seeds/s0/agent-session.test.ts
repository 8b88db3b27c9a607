// S0, parts 4 and 5: the interface of the agent session.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  ClosedError,
  fixedModels,
  jsonlStore,
  MissingApiKeyError,
  type Model,
  type Models,
  scriptedModel,
  SessionNotFoundError,
  textOf,
} from "coxswain";
import { AgentSession, type AgentSessionEvent } from "coxswain/facades";
import { THINKING_LEVELS } from "coxswain/providers";
import { clear, history } from "coxswain/session";
import { openFolder, openSession, openStage, say, sayCalls, type Stage, summarizing, SUMMARY, transcript } from "../scene.ts";

const other = scriptedModel(["from the other"], { info: { reference: "scripted/other", id: "other" } });

/** Three models. One has no API key. */
const models = (scripted: Model): Models => {
  const all = fixedModels(scripted, other, scriptedModel([], { info: { reference: "locked/model", provider: "locked", id: "model" } }));
  return {
    async get(reference) {
      if (reference.startsWith("locked/")) throw new MissingApiKeyError("Locked", "Set LOCKED_API_KEY.");
      return all.get(reference);
    },
    list: async () => (await all.list()).map(({ info }) => ({ info, available: info.provider !== "locked" })),
  };
};

const openAgent = async (stage: Stage = {}) => {
  const opened = await openSession({ models, ...stage });
  const agent = { model: opened.model.info.reference };
  const session = new AgentSession(opened.session, { manager: opened.runtime, agent, registry: models(opened.model), cwd: "/" });
  return { ...opened, session, first: opened.session };
};

/** Types of the emitted events until the end of the iterable. */
const typesOf = async (events: AsyncIterable<AgentSessionEvent>): Promise<string[]> =>
  (await Array.fromAsync(events)).map(({ type }) => type);

test("S0-34: new sessions have the agent's options and the given folder, and the registry has the models", async () => {
  await using folder = await openFolder();
  await using scene = await openSession({ models });
  const agent = { model: scene.model.info.reference, systemPrompt: "Be brief." };
  const registry = models(scene.model);
  const session = new AgentSession(scene.session, { manager: scene.runtime, agent, registry, cwd: folder.path });
  await session.newSession();
  const [entry] = session.session.entries;
  assert.equal(session.state.cwd, folder.path);
  assert.ok(entry !== undefined && "setup" in entry && entry.setup.systemPrompt === "Be brief.");
  assert.equal((await session.cycleModel("forward"))?.reference, "scripted/other");
});

test("S0-40: prompt returns the outcome, expands a skill, and queues a message for the live run", async () => {
  const hold = Promise.withResolvers<void>();
  const knots = {
    name: "knots",
    description: "Ties knots.",
    path: "/knots.md",
    body: "Tie a bowline.",
    origin: "user",
    hidden: false,
  } as const;
  await using scene = await openAgent({
    script: ["Ahoy.", { text: "one", hold: hold.promise }, "two"],
    resources: async () => ({ skills: [knots], templates: [], agents: [], warnings: [] }),
  });
  const outcome = await scene.session.prompt("/skill:knots");
  assert.ok(outcome?.kind === "done" && textOf(outcome.reply) === "Ahoy.");
  assert.match(JSON.stringify(scene.model.requests[0]?.messages), /Tie a bowline/);
  const running = scene.session.prompt("go");
  assert.equal(await scene.session.prompt("then", { streamingBehavior: "followUp" }), null);
  hold.resolve();
  await running;
  assert.deepEqual(transcript(scene.first).slice(-2), ["user: then", "assistant: two"]);
});

test("S0-35, S0-37: sends a prompt with images and a source, without expanding it", async () => {
  await using scene = await openAgent({ script: ["one"] });
  const image = { type: "image", mediaType: "image/png", data: "iVBORw0KGgo=" } as const;
  await scene.session.prompt("/skill:none", { images: [image], source: "extension", expandTemplates: false });
  const [entry] = history(scene.first);
  assert.deepEqual(entry?.message, { role: "user", content: [{ type: "text", text: "/skill:none" }, image], source: "extension" });
});

test("S0-35: rejects the name of an unknown skill", async () => {
  await using scene = await openAgent({ resources: async () => ({ skills: [], templates: [], agents: [], warnings: [] }) });
  const outcome = await scene.session.prompt("/skill:none");
  assert.equal(outcome?.kind === "failed" && outcome.error.code, "unknown_skill");
});

test("S0-36: a prompt during a run steers or follows up, and is rejected without streamingBehavior", async () => {
  const hold = Promise.withResolvers<void>();
  await using scene = await openAgent({ script: [{ text: "one", hold: hold.promise }, "two", "three"] });
  const { session } = scene;
  const first = session.prompt("go");
  assert.equal(await session.prompt("afterwards", { streamingBehavior: "followUp" }), null);
  assert.equal(await session.prompt("now", { streamingBehavior: "steer" }), null);
  const neither = session.prompt("neither");
  hold.resolve();
  await first;
  const refused = await neither;
  assert.equal(refused?.kind === "failed" && refused.error.code, "session_busy");
  assert.deepEqual(
    transcript(scene.first).filter((line) => line.startsWith("user")),
    ["user: go", "user: now", "user: afterwards"],
  );
});

test("S0-41, S0-42: steer and followUp queue messages for the live run, and the one to steer is delivered first", async () => {
  const hold = Promise.withResolvers<void>();
  await using scene = await openAgent({ script: [{ text: "one", hold: hold.promise }, "two", "three"] });
  const { session } = scene;
  const outcome = session.prompt("go");
  assert.deepEqual([session.followUp("then"), session.steer("now")], ["queued", "queued"]);
  assert.deepEqual(session.state.queue, { steering: ["now"], followUps: ["then"], prompts: [] });
  hold.resolve();
  await outcome;
  assert.deepEqual(transcript(scene.first).slice(1), ["assistant: one", "user: now", "assistant: two", "user: then", "assistant: three"]);
});

test("S0-43: abort ends the live run, which accepts no more messages", async () => {
  await using scene = await openAgent({ script: [{ text: "one", hold: new Promise(() => {}) }] });
  const { session } = scene;
  const outcome = session.prompt("go");
  session.abort();
  assert.equal(session.session.isBusy, false);
  assert.equal((await outcome)?.kind, "aborted");
  assert.deepEqual(session.state.queue, { steering: [], followUps: [], prompts: [] });
});

test("S0-41, S0-42: after the prompt has returned, steer and followUp queue messages for the next one", async () => {
  await using scene = await openAgent({ script: ["one", "two"] });
  const { session } = scene;
  await session.prompt("Refactor main.go to use the new logger.");
  assert.deepEqual([session.steer("Wait, check for errors first"), session.followUp("Run the tests")], ["next_run", "next_run"]);
  await session.prompt("continue");
  assert.deepEqual(transcript(scene.first).slice(2), [
    "user: Wait, check for errors first",
    "user: Run the tests",
    "user: continue",
    "assistant: two",
  ]);
});

test("S0-12, S0-42: a tool queues a follow-up, which the agent processes when it would end", async () => {
  const tool = say({ run: async () => void scene.session.followUp("Run the tests") });
  await using scene = await openAgent({ script: [sayCalls("a"), "one", "two"], tools: [tool] });
  await scene.session.prompt("go");
  assert.deepEqual(transcript(scene.first).slice(2), ["tool: a", "assistant: one", "user: Run the tests", "assistant: two"]);
});

test("S0-40: a prompt's signal aborts the run that it started", async () => {
  await using scene = await openAgent({ script: [{ text: "one", hold: new Promise(() => {}) }] });
  const aborting = new AbortController();
  const outcome = scene.session.prompt("go", { signal: aborting.signal });
  aborting.abort();
  assert.equal(scene.first.isBusy, false);
  assert.equal((await outcome)?.kind, "aborted");
});

test("S0-44, S0-04: setModel and cycleModel change the model, and setModel rejects one without a key", async () => {
  await using scene = await openAgent({ script: ["from the first"] });
  await assert.rejects(scene.session.setModel("locked", "model"), MissingApiKeyError);
  assert.equal(scene.session.state.model, "scripted/scripted");
  await scene.session.setModel("scripted", "other");
  const outcome = await scene.session.prompt("go");
  assert.ok(outcome?.kind === "done" && textOf(outcome.reply) === "from the other");
  assert.equal((await scene.session.cycleModel())?.reference, "scripted/scripted");
  assert.equal(scene.session.state.model, "scripted/scripted");
});

test("S0-45: cycleModel selects the next model with a key, forward by default and backward, and wraps around", async () => {
  const listed = ["locked/first", "scripted/a", "locked/second", "scripted/b", "scripted/c"].map((reference) => {
    const [provider = "", id = ""] = reference.split("/");
    return scriptedModel([`from ${id}`], { info: { reference, provider, id } });
  });
  const registry: Models = {
    get: (reference) => fixedModels(...listed).get(reference),
    list: async () => listed.map(({ info }) => ({ info, available: info.provider !== "locked" })),
  };
  await using scene = await openSession({ models: () => registry, setup: { model: "scripted/b" } });
  const session = new AgentSession(scene.session, { manager: scene.runtime, agent: { model: "scripted/b" }, registry });
  const at: (string | undefined)[] = [];
  for (const direction of [undefined, undefined, "forward", "forward", "backward", "backward", "backward"] as const) {
    const info = await session.cycleModel(direction);
    assert.equal(session.state.model, info?.reference);
    at.push(info?.id);
  }
  assert.deepEqual(at, ["c", "a", "b", "c", "b", "a", "c"]);
  const outcome = await session.prompt("go");
  assert.ok(outcome?.kind === "done" && textOf(outcome.reply) === "from c");
});

test("S0-45: without a registry, or a model with a key, cycleModel changes nothing", async () => {
  await using scene = await openAgent();
  const agent = { model: scene.model.info.reference };
  assert.equal(await new AgentSession(scene.first, { manager: scene.runtime, agent }).cycleModel(), undefined);
  const registry: Models = { ...fixedModels(), list: async () => [{ info: other.info, available: false }] };
  assert.equal(await new AgentSession(scene.first, { manager: scene.runtime, agent, registry }).cycleModel("backward"), undefined);
  assert.equal(scene.session.state.model, scene.model.info.reference);
});

test("S0-46: there are six thinking levels, and a request has the one that is set", async () => {
  await using scene = await openAgent({ script: ["one"] });
  assert.deepEqual(THINKING_LEVELS, ["off", "minimal", "low", "medium", "high", "xhigh"]);
  await scene.session.setThinkingLevel("high");
  await scene.session.prompt("go");
  assert.equal(scene.model.requests[0]?.thinking, "high");
});

test("S0-05, S0-47, S0-53, S0-83: compact returns the first preserved entry and the summary, and follows its instructions", async () => {
  await using scene = await openAgent({ script: summarizing(["One.", "Two."]) });
  for (const text of ["First", "Second"]) await scene.session.prompt(text);
  const { firstPreserved, summary } = await scene.session.compact("Keep the numbers.");
  assert.equal(summary.startsWith(SUMMARY), true);
  assert.ok(history(scene.first).some(({ id }) => id === firstPreserved));
  assert.ok(scene.model.requests.some(({ messages }) => JSON.stringify(messages).includes("Keep the numbers.")));
});

test("S0-48: a new session is empty, has a parent and has the previous session's model", async () => {
  await using scene = await openAgent({ script: ["one"] });
  await scene.session.prompt("go");
  await scene.session.setModel("scripted", "other");
  await scene.session.newSession(scene.first.id);
  const { state } = scene.session;
  assert.deepEqual([state.messages, state.model, state.parent?.session], [0, "scripted/other", scene.first.id]);
});

test("S0-49: switchSession continues another stored session, and rejects an unknown id without switching", async () => {
  await using scene = await openAgent({ script: ["one"] });
  await scene.session.prompt("go");
  await scene.session.newSession();
  await assert.rejects(scene.session.switchSession("nowhere"), SessionNotFoundError);
  assert.equal(scene.session.state.messages, 0);
  await scene.session.switchSession(scene.first.id);
  assert.equal(scene.session.state.id, scene.first.id);
  assert.deepEqual(transcript(scene.session.session), ["user: go", "assistant: one"]);
});

test("S0-50: a fork continues from an earlier entry in a separate session", async () => {
  await using scene = await openAgent({ script: ["one", "two", "three"] });
  await scene.session.prompt("go");
  const { leaf } = scene.session.state;
  await scene.session.prompt("on");
  await scene.session.fork(leaf ?? assert.fail());
  assert.notEqual(scene.session.state.id, scene.first.id);
  assert.deepEqual(transcript(scene.session.session), ["user: go", "assistant: one"]);
  assert.equal((await scene.session.prompt("elsewhere"))?.kind, "done");
});

test("S0-51: the state has the status, the model, the queue and the usage", async () => {
  const hold = Promise.withResolvers<void>();
  await using scene = await openAgent({ script: [{ text: "one", usage: { input: 7, output: 2 }, hold: hold.promise }, "two"] });
  const outcome = scene.session.prompt("go");
  assert.equal(scene.session.state.status, "running");
  scene.session.followUp("then");
  assert.deepEqual(scene.session.state.queue, { steering: [], followUps: ["then"], prompts: [] });
  hold.resolve();
  await outcome;
  const { status, model, thinking, usage, queue } = scene.session.state;
  assert.deepEqual([status, model, thinking, usage.total.input], ["idle", "scripted/scripted", "off", 7]);
  assert.deepEqual(queue.followUps, []);
});

test("S0-52, S0-02: close aborts the run and rejects later prompts", async () => {
  await using scene = await openAgent({ script: [{ text: "one", hold: new Promise(() => {}) }] });
  const outcome = scene.session.prompt("go");
  await scene.session.close();
  assert.equal((await outcome)?.kind, "aborted");
  assert.equal(scene.session.state.status, "closed");
  const refused = await scene.session.prompt("more");
  assert.equal(refused?.kind === "failed" && refused.error.code, "closed");
  await assert.rejects(clear(scene.first), ClosedError);
  await scene.session.close();
});

test("S0-52: after close, another process can open the session", async () => {
  await using folder = await openFolder();
  const store = () => jsonlStore({ directory: folder.path });
  await using scene = await openAgent({ script: ["one"], store: store() });
  await scene.session.prompt("go");
  await scene.session.close();
  await using later = openStage({ store: store() });
  assert.deepEqual(transcript(await later.runtime.open(scene.first.id)), ["user: go", "assistant: one"]);
});

test("S0-08: a reader receives the agent's events and those of the session, such as the progress of a compaction", async () => {
  await using scene = await openAgent({ script: summarizing(["One.", "Two."]) });
  const reading = typesOf(scene.session.events);
  for (const text of ["First", "Second"]) await scene.session.prompt(text);
  await scene.session.compact();
  await scene.session.close();
  const of = new Set(["run_start", "message_delta", "run_end", "compaction_start", "compaction_end", "session_close"]);
  const run = ["run_start", "message_delta", "run_end"];
  assert.deepEqual(
    (await reading).filter((type) => of.has(type)),
    [...run, ...run, "compaction_start", "compaction_end", "session_close"],
  );
});

test("S0-08: a reader receives the events of one session after the other until the last is closed", async () => {
  await using scene = await openAgent({ script: ["one", "two"] });
  const reading = typesOf(scene.session.events);
  await scene.session.prompt("go");
  await scene.session.newSession();
  await scene.session.prompt("on");
  await scene.session.close();
  const types = await reading;
  assert.equal(types.filter((type) => type === "run_end").length, 2);
  assert.equal(types.filter((type) => type === "session_close").length, 2);
});
