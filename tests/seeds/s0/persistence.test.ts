// S0, parts 1, 9 and 10: persistence.
import assert from "node:assert/strict";
import { appendFileSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import {
  allowAll,
  continueRecent,
  createRuntime,
  fixedModels,
  jsonlStore,
  memoryStore,
  NoRecentSessionError,
  scriptedModel,
  type Store,
  type Event,
} from "coxswain";
import { AgentSession } from "coxswain/facades";
import { type Script } from "coxswain/providers";
import { history, label } from "coxswain/session";
import { builtinTools } from "coxswain/tools";
import { openFolder, openSession, openStage, say, sayCalls, summarizing, transcript, entryTypes } from "../scene.ts";

const other = scriptedModel([], { info: { reference: "scripted/other", id: "other" } });

const runtimeOver = (store: Store, script: Script) =>
  createRuntime({ store, models: fixedModels(scriptedModel(script), other), tools: [say(), ...builtinTools()], policy: allowAll() });

test("S0-01, S0-09: a session has the same entries and messages in every store", async () => {
  await using folder = await openFolder();
  const runOver = async (store: Store) => {
    await using runtime = runtimeOver(store, [sayCalls("a"), "done"]);
    const session = await runtime.create({ model: "scripted/scripted", cwd: folder.path });
    await session.prompt("go").outcome;
    return [entryTypes(session), transcript(session)];
  };
  assert.deepEqual(await runOver(jsonlStore({ directory: join(folder.path, "sessions") })), await runOver(memoryStore()));
});

test("S0-01: the agent session changes the conversation, and the manager's store has its history, its settings and its branches", async () => {
  await using folder = await openFolder();
  const store = () => jsonlStore({ directory: join(folder.path, "sessions") });
  const agent = { model: "scripted/scripted" };
  const manager = runtimeOver(store(), [sayCalls("a"), "done", "elsewhere"]);
  const first = await manager.create({ ...agent, cwd: folder.path });
  const session = new AgentSession(first, { manager, agent });
  await session.prompt("go");
  await session.setThinkingLevel("high");
  const [prompt] = history(first);
  await session.fork(prompt?.id ?? assert.fail());
  const { id } = session.state;
  await manager.close();
  await using later = runtimeOver(store(), []);
  const again = await later.open(first.id);
  assert.deepEqual(transcript(again), ["user: go", 'assistant:  [say {"text":"a"}]', "tool: a", "assistant: done"]);
  assert.equal(again.state.thinking, "high");
  const branch = await later.open(id);
  assert.deepEqual([transcript(branch), branch.state.parent?.session], [["user: go"], first.id]);
});

test("S0-71, S0-72, S0-76: the file has a message's line before its message_end event", async () => {
  await using folder = await openFolder();
  await using runtime = runtimeOver(jsonlStore({ directory: join(folder.path, "sessions") }), [sayCalls("a"), "done"]);
  const session = await runtime.create({ model: "scripted/scripted", cwd: folder.path });
  const stored = (): readonly string[] =>
    globSync("sessions/*/*.jsonl", { cwd: folder.path })
      .flatMap((path) => readFileSync(join(folder.path, path), "utf8").trimEnd().split("\n"))
      .map((line) => (JSON.parse(line) as { readonly id: string }).id);
  const ended: [id: string, isStored: boolean][] = [];
  const onEvent = (event: Event) => {
    if (event.type === "message_end") ended.push([event.messageId, stored().includes(event.messageId)]);
  };
  await session.prompt("go", { onEvent }).outcome;
  assert.deepEqual(
    ended,
    history(session).map(({ id }) => [id, true]),
  );
});

test("S0-76: a session that was never closed has every message up to the process's death", async () => {
  await using folder = await openFolder();
  const store = () => jsonlStore({ directory: join(folder.path, "sessions") });
  const dying = runtimeOver(store(), [sayCalls("a"), { text: "never whole", hold: new Promise(() => {}) }]);
  const session = await dying.create({ model: "scripted/scripted", cwd: folder.path });
  const run = session.prompt("go");
  for await (const event of run) if (event.type === "message_delta" && event.kind === "text") break;
  await using living = runtimeOver(store(), ["continued"]);
  const copy = await living.fork(session.id);
  assert.deepEqual(transcript(copy), ["user: go", 'assistant:  [say {"text":"a"}]', "tool: a"]);
  await dying.close();
});

test("S0-76: a session whose last line a kill truncated opens with all whole entries, and appends the next ones after them", async () => {
  await using folder = await openFolder();
  const store = () => jsonlStore({ directory: join(folder.path, "sessions") });
  const first = runtimeOver(store(), ["one"]);
  const { id } = await first.create({ model: "scripted/scripted", cwd: folder.path });
  await first.send(id, "go");
  await first.close();
  const [path = assert.fail()] = globSync("sessions/*/*.jsonl", { cwd: folder.path });
  appendFileSync(join(folder.path, path), '{"seq":99,"id":"torn","par');
  const second = runtimeOver(store(), ["two"]);
  await second.send(id, "on");
  await second.close();
  await using third = runtimeOver(store(), []);
  assert.deepEqual(transcript(await third.open(id)), ["user: go", "assistant: one", "user: on", "assistant: two"]);
});

test("S0-74: appends a compaction entry as soon as the summary is complete", async () => {
  await using scene = await openSession({ script: summarizing(["One.", "Two."]) });
  for (const text of ["First", "Second"]) await scene.session.prompt(text).outcome;
  const { id } = await scene.session.compact();
  assert.equal(scene.session.entries.at(-1)?.id, id);
});

test("S0-75: sets and removes an entry's label", async () => {
  await using scene = await openSession({ script: ["one"] });
  await scene.session.prompt("go").outcome;
  const entry = scene.session.state.leaf ?? assert.fail();
  await label(scene.session, entry, "here");
  assert.deepEqual(scene.session.state.labels, { [entry]: "here" });
  await label(scene.session, entry, null);
  assert.deepEqual(scene.session.state.labels, {});
});

test("S0-02, S0-77, S0-78: a reopened session has its history, model, thinking level and tools", async () => {
  await using folder = await openFolder();
  const store = () => jsonlStore({ directory: join(folder.path, "sessions") });
  const first = runtimeOver(store(), ["one"]);
  const session = await first.create({ model: "scripted/scripted", cwd: folder.path });
  await session.prompt("go").outcome;
  await session.set({ model: "scripted/other", thinking: "high", tools: ["say"], title: "Started" });
  const before = { ...session.state, transcript: transcript(session) };
  assert.deepEqual([before.model, before.thinking, before.tools], ["scripted/other", "high", ["say"]]);
  await first.close();
  await using second = runtimeOver(store(), ["two"]);
  const again = await second.open(session.id);
  assert.deepEqual({ ...again.state, transcript: transcript(again) }, before);
});

test("S0-79: finds the latest session of a folder, fails without one, and creates and closes one", async () => {
  let time = 1_000;
  await using folder = await openFolder();
  await using stage = openStage({ script: () => "one", now: () => time++ });
  const { runtime } = stage;
  await assert.rejects(continueRecent(runtime, "/"), NoRecentSessionError);
  const [early, late, elsewhere] = [await stage.create(), await stage.create(), await stage.create({ cwd: folder.path })];
  for (const session of [early, late, elsewhere]) await session.prompt("go").outcome;
  assert.equal(await continueRecent(runtime, "/"), late);
  await early.prompt("on").outcome;
  assert.equal(await continueRecent(runtime, "/"), early);
  await early.close();
  assert.equal(early.status, "closed");
});

test("S0-07, S0-80, S0-81: with only a manager and an agent, a prompt without options runs tools and stores its messages", async () => {
  await using folder = await openFolder();
  const call = { name: "bash", input: { command: "echo from bash" } };
  await using manager = runtimeOver(memoryStore(), [{ calls: [call] }, "Done."]);
  const agent = { model: "scripted/scripted" };
  const session = new AgentSession(await manager.create({ ...agent, cwd: folder.path }), { manager, agent });
  const events: Event[] = [];
  const reading = (async () => {
    for await (const { payload } of session.events) events.push(payload);
  })();
  assert.equal((await session.prompt("Refactor main.ts to use the new logger."))?.kind, "done");
  assert.match(transcript(session.session)[2] ?? "", /from bash/);
  assert.equal(await session.cycleModel(), undefined);
  await session.close();
  await reading;
  const of = (type: string) => events.filter((event) => event.type === type).length;
  assert.deepEqual([of("message_start"), of("message_end")], [3, 4]);
  const failed = await session.prompt("more");
  assert.equal(failed?.kind, "failed");
});

test("S0-82: steering during a call skips the following calls and is delivered next", async () => {
  const running = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const slow = say({
    async run() {
      running.resolve();
      await release.promise;
    },
  });
  await using scene = await openSession({ script: [sayCalls("a", "b"), "I check first."], tools: [slow] });
  const agent = new AgentSession(scene.session, { manager: scene.runtime, agent: { model: "scripted/scripted" } });
  const outcome = agent.prompt("go");
  await running.promise;
  assert.equal(agent.steer("Wait, check for errors first"), "queued");
  release.resolve();
  await outcome;
  assert.deepEqual(transcript(scene.session).slice(3), [
    "tool: !skipped Skipped: the user steered the run.",
    "user: Wait, check for errors first",
    "assistant: I check first.",
  ]);
});
