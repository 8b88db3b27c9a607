import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryStore, SessionInUseError } from "../log/index.ts";
import { openScene } from "../runtime/runtime.fixture.ts";
import { SessionBook } from "./session-book.ts";

const openBook = async () => {
  const scene = await openScene({ script: ["one"] });
  const book = new SessionBook(scene.runtime, { cwd: "/", model: scene.model.info.reference });
  return { book, [Symbol.asyncDispose]: () => scene.runtime.close() };
};

const hello = { role: "user", content: [{ type: "text", text: "hello" }] } as const;

test("S1-25: a created session becomes the current one", async () => {
  await using scene = await openBook();
  const made = await scene.book.create("First");
  assert.equal(await scene.book.current(), made);
  assert.equal(made.state.title, "First");
});

test("S1-26: without a current session, one is created with the title New Session", async () => {
  await using scene = await openBook();
  const session = await scene.book.current();
  assert.equal(session.state.title, "New Session");
  assert.equal(await scene.book.current(), session);
});

test("S1-26, S1-31: concurrent requests for the current session create the same one", async () => {
  await using scene = await openBook();
  const [one, other] = await Promise.all([scene.book.current(), scene.book.current()]);
  assert.equal(one, other);
  assert.equal((await scene.book.list()).length, 1);
});

test("S1-27: removing the current session leaves none, and another one can become current", async () => {
  await using scene = await openBook();
  const first = await scene.book.create("First");
  const second = await scene.book.create("Second");
  assert.equal(await scene.book.setCurrent(first.id), true);
  assert.equal(await scene.book.current(), first);
  assert.equal(await scene.book.delete(first.id), true);
  assert.notEqual((await scene.book.current()).id, second.id);
});

test("S1-27: clearing empties the conversation, and a new message starts it again", async () => {
  await using scene = await openBook();
  const { id } = await scene.book.create("First");
  await scene.book.addMessage(id, hello);
  await scene.book.clearMessages(id);
  assert.deepEqual(await scene.book.messages(id), []);
  await scene.book.addMessage(id, hello);
  assert.equal((await scene.book.messages(id)).length, 1);
});

test("S1-06, S1-24, S1-28: messages have an id and a time, and are copies", async () => {
  await using scene = await openBook();
  const { id } = await scene.book.create("First");
  await scene.book.addMessage(id, hello);
  const [copy] = await scene.book.messages(id);
  assert.deepEqual([copy?.message, typeof copy?.id, typeof copy?.at], [hello, "string", "number"]);
  Object.assign(copy?.message ?? {}, { role: "changed" });
  assert.deepEqual((await scene.book.messages(id))[0]?.message, hello);
});

test("S1-29: get returns the session itself", async () => {
  await using scene = await openBook();
  const made = await scene.book.create("First");
  assert.equal(await scene.book.get(made.id), made);
});

test("S1-22, S1-32: lists sessions with titles and times, most recently changed first", async () => {
  await using scene = await openBook();
  const first = await scene.book.create("First");
  const second = await scene.book.create("Second");
  assert.deepEqual(
    (await scene.book.list()).map(({ id }) => id),
    [second.id, first.id],
  );
  const [before] = (await scene.book.list()).slice(-1);
  await scene.book.updateTitle(first.id, "Changed");
  const [after] = await scene.book.list();
  assert.equal(after?.id, first.id);
  assert.ok((after?.updatedAt ?? 0) > (before?.updatedAt ?? 0));
  assert.equal(first.state.title, "Changed");
});

test("S1-30: methods return false for a missing session", async () => {
  await using scene = await openBook();
  const { book } = scene;
  const answers = [
    book.setCurrent("x"),
    book.delete("x"),
    book.addMessage("x", hello),
    book.clearMessages("x"),
    book.updateTitle("x", "t"),
  ];
  assert.deepEqual(await Promise.all(answers), [false, false, false, false, false]);
  assert.equal(await book.get("x"), undefined);
  assert.deepEqual(await book.messages("x"), []);
});

test("S1-31: concurrent calls do not interfere", async () => {
  await using scene = await openBook();
  const { id } = await scene.book.create("First");
  await Promise.all(Array.from({ length: 50 }, () => scene.book.addMessage(id, hello)));
  assert.equal((await scene.book.messages(id)).length, 50);
});

test("S1-57: a prompt without an id goes to the current session, and one with an id to that session", async () => {
  await using scene = await openScene({ script: ["to the current", "to the other"] });
  const book = new SessionBook(scene.runtime, { cwd: "/", model: scene.model.info.reference });
  const run = await book.send("hello", { session: "" });
  assert.equal((await run?.outcome)?.kind, "done");
  const other = await book.get(scene.session.id);
  await (
    await book.send("hello", { session: scene.session.id, maxOutputTokens: 100 })
  )?.outcome;
  assert.equal(scene.model.requests[1]?.maxOutputTokens, 100);
  assert.equal(other?.state.messages, 2);
  assert.equal((await book.current()).state.messages, 2);
  assert.equal(await book.send("hello", { session: "nobody" }), undefined);
});

test("S1-27: a current session that cannot be removed because another runtime has it open remains current", async () => {
  const store = memoryStore();
  await using scene = await openScene({ store, script: ["one"] });
  await using other = await openScene({ store });
  await scene.session.prompt("go").outcome;
  const book = new SessionBook(other.runtime, { cwd: "/", model: scene.model.info.reference });
  const { id } = scene.session;
  await scene.session.close();
  assert.equal(await book.setCurrent(id), true);
  await (await book.current()).close();
  const taken = await scene.runtime.open(id);
  await assert.rejects(book.delete(id), SessionInUseError);
  await taken.close();
  assert.equal((await book.current()).id, id);
  assert.equal(await book.delete(id), true);
  assert.notEqual((await book.current()).id, id);
});
