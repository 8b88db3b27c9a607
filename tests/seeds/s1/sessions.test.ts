// S1: the store of sessions.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { allowAll, createRuntime, fixedModels, jsonlStore, memoryStore, type Message, scriptedModel, type Store, textOf } from "coxswain";
import { type AgentMessage, DefaultAgent, SessionBook } from "coxswain/facades";
import { maxMessages } from "coxswain/session";
import { openFolder, openSession, openStage, say, sayCalls, transcript } from "../scene.ts";

const hello = { role: "user", content: [{ type: "text", text: "hello" }] } as const;

const openBook = (store: Store = memoryStore()) => {
  let time = 1_000;
  const stage = openStage({ script: () => "one", store, now: () => time++ });
  const setup = { model: stage.model.info.reference, cwd: "/" };
  return { ...stage, book: new SessionBook(stage.runtime, setup) };
};

test("S1-22, S1-24, S1-32: a session has an id, a title, messages and times, and each change advances updatedAt", async () => {
  await using scene = openBook();
  const session = await scene.book.create("First");
  const listed = async () => (await scene.book.list()).find(({ id }) => id === session.id) ?? assert.fail();
  assert.equal(session.state.title, "First");
  const times: number[] = [(await listed()).createdAt];
  const counts: number[] = [];
  for (const change of [
    () => scene.book.addMessage(session.id, hello),
    () => scene.book.clearMessages(session.id),
    () => scene.book.updateTitle(session.id, "Second"),
  ]) {
    await change();
    times.push((await listed()).updatedAt);
    counts.push((await scene.book.messages(session.id)).length);
  }
  assert.equal(session.state.title, "Second");
  assert.deepEqual(counts, [1, 0, 0]);
  // The clock starts at 1,000.
  assert.ok(times.every((time, at) => time > (times[at - 1] ?? 999)));
});

test("S1-23: a store with maxMessages(100) retains the most recent 100 messages", async () => {
  await using scene = openBook(memoryStore({ trim: maxMessages(100) }));
  const { id } = await scene.book.create("First");
  for (let n = 0; n < 120; n += 1) await scene.book.addMessage(id, { role: "user", content: [{ type: "text", text: String(n) }] });
  const messages = await scene.book.messages(id);
  assert.deepEqual([messages.length, JSON.stringify(messages[0]?.message.content)], [100, '[{"type":"text","text":"20"}]']);
});

test("S1-23: a trimmed history does not begin with a tool's result", async () => {
  const store = memoryStore({ trim: maxMessages(2) });
  await using scene = await openSession({ script: [sayCalls("a"), "done"], tools: [say()], store });
  await scene.session.prompt("go").outcome;
  assert.deepEqual(transcript(scene.session), ["assistant: done"]);
});

test("S1-24, S1-25, S1-26: a created session is current, and without one the book creates one titled New Session", async () => {
  await using scene = openBook();
  const untitled = await scene.book.current();
  assert.equal(untitled.state.title, "New Session");
  const titled = await scene.book.create("First");
  assert.equal(await scene.book.current(), titled);
});

test("S1-24, S1-27: clears a session and adds to it again, deletes the current session, and makes another current", async () => {
  await using scene = openBook();
  const { book } = scene;
  const [first, second] = [await book.create("First"), await book.create("Second")];
  await book.addMessage(second.id, hello);
  await book.clearMessages(second.id);
  assert.equal((await book.messages(second.id)).length, 0);
  await book.addMessage(second.id, hello);
  assert.equal((await book.messages(second.id)).length, 1);
  assert.equal(await book.delete(second.id), true);
  assert.equal(await book.get(second.id), undefined);
  assert.equal((await book.current()).state.title, "New Session");
  assert.equal(await book.setCurrent(first.id), true);
  assert.equal(await book.current(), first);
});

test("S1-28, S1-29: messages returns a copy, and get returns the session itself", async () => {
  await using scene = openBook();
  const session = await scene.book.create("First");
  await scene.book.addMessage(session.id, hello);
  Object.assign((await scene.book.messages(session.id))[0] ?? {}, { message: "changed" });
  assert.deepEqual((await scene.book.messages(session.id))[0]?.message, hello);
  assert.equal(await scene.book.get(session.id), session);
});

test("S1-30: methods return false for an unknown session", async () => {
  await using scene = openBook();
  const { book } = scene;
  const answers = [
    book.setCurrent("x"),
    book.delete("x"),
    book.addMessage("x", hello),
    book.clearMessages("x"),
    book.updateTitle("x", "t"),
  ];
  assert.deepEqual(await Promise.all(answers), [false, false, false, false, false]);
});

test("S1-31: concurrent changes of one or many sessions lose nothing", async () => {
  await using scene = openBook();
  const { book } = scene;
  const [one, other] = await Promise.all([book.current(), book.current()]);
  assert.equal(one, other);
  await book.delete(one.id);
  const sessions = await Promise.all(Array.from({ length: 20 }, (_, n) => book.create(`${n}`)));
  await Promise.all(sessions.flatMap(({ id }) => Array.from({ length: 20 }, () => book.addMessage(id, hello))));
  const counts = await Promise.all(sessions.map(async ({ id }) => (await book.messages(id)).length));
  assert.deepEqual(new Set(counts), new Set([20]));
  assert.equal((await book.list()).length, 20);
});

test("S1-06, S1-07, S1-08, S1-12, S1-13: messages are from the user, the model or a tool, with their calls and results", async () => {
  const calls = [{ id: "c1", name: "say", input: { text: "ahoy" } }];
  await using stage = openStage({ script: [{ text: "look", calls }, "done"], tools: [say()] });
  const agent = new DefaultAgent({ runtime: stage.runtime, model: stage.model.info.reference, workingDir: "/" });
  await agent.send("go");
  const messages = await agent.history((await agent.sessions.current()).id);
  assert.deepEqual(
    messages.map(({ role }) => role),
    ["user", "assistant", "tool", "assistant"],
  );
  assert.deepEqual(
    messages.map(({ content }) => content),
    ["go", "look", "ahoy", "done"],
  );
  assert.deepEqual(messages[1]?.toolCalls, [{ id: "c1", name: "say", input: '{"text":"ahoy"}' }]);
  assert.deepEqual(messages[2]?.toolResults, [{ toolCallId: "c1", name: "say", content: "ahoy", isError: false }]);
  const result = stage.model.requests[1]?.messages[2];
  assert.ok(result?.role === "tool" && result.callId === "c1" && textOf(result) === "ahoy");
  assert.ok(messages.every(({ id, createdAt }) => id !== "" && createdAt instanceof Date));
});

test("S1-12: messages have one of four roles", () => {
  const roles: Readonly<Record<Message["role"], true>> = { user: true, assistant: true, system: true, tool: true };
  const flat: readonly AgentMessage["role"][] = ["user", "assistant", "system", "tool"];
  assert.deepEqual(new Set(flat), new Set(Object.keys(roles)));
});

test("S1-63: sessions are in memory with a memory store, and on disk with a file store", async () => {
  await using folder = await openFolder();
  const openStore = () => jsonlStore({ directory: join(folder.path, "sessions") });
  const runtime = (store: Store) => createRuntime({ store: store, models: fixedModels(scriptedModel(["one"])), policy: allowAll() });
  for (const [store, later, count] of [
    [memoryStore(), memoryStore(), 0],
    [openStore(), openStore(), 1],
  ] as const) {
    await using first = runtime(store);
    const session = await first.create({ model: "scripted/scripted", cwd: "/" });
    await session.prompt("go").outcome;
    await first.close();
    await using second = runtime(later);
    const found = await Array.fromAsync(second.list());
    assert.equal(found.length, count);
    if (count === 1) assert.deepEqual(transcript(await second.open(session.id)), ["user: go", "assistant: one"]);
  }
});
