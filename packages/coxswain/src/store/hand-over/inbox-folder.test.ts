import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test, type TestContext } from "node:test";
import { LogWriteError } from "../../log/index.ts";
import { fileOf, note, temporaryStore, writeSession } from "../store.fixture.ts";
import { InboxFolder } from "./inbox-folder.ts";

const place = (t: TestContext) => {
  const { path } = temporaryStore(t);
  writeSession(path, fileOf([note(0)]));
  const folder = path.replace(/jsonl$/, "inbox");
  return { inbox: new InboxFolder(path), folder, beside: () => readdirSync(dirname(path)).toSorted() };
};

const message = (id: string) => ({ id, content: { text: `of ${id}` } });

test("what is given is taken by the owner, the oldest first, and again until it is dropped; nothing is left then", async (t) => {
  const { inbox, folder, beside } = place(t);
  assert.deepEqual(await inbox.take(), []);
  for (const id of ["b", "c", "a"]) await inbox.give(message(id));
  for (const [at, id] of ["b", "c", "a"].entries()) utimesSync(join(folder, `${id}.json`), at, at);
  assert.equal(statSync(folder).mode & 0o777, 0o700);
  assert.equal(statSync(join(folder, "a.json")).mode & 0o777, 0o600);
  assert.deepEqual(await inbox.take(), [message("b"), message("c"), message("a")]);
  await inbox.drop("c", "done");
  assert.deepEqual(await inbox.take(), [message("b"), message("a")]);
  for (const id of ["a", "b", "never"]) await inbox.drop(id, "done");
  assert.deepEqual(await inbox.take(), []);
  assert.deepEqual(beside(), ["one.jsonl"]);
});

test("a message given twice is one, also when the owner has it", async (t) => {
  const { inbox } = place(t);
  await inbox.give(message("a"));
  await inbox.give(message("a"));
  assert.equal((await inbox.take()).length, 1);
  await inbox.give(message("a"));
  assert.equal((await inbox.take()).length, 1);
});

test("what waits can be withdrawn, what the owner has cannot", async (t) => {
  const { inbox, beside } = place(t);
  await inbox.give(message("a"));
  assert.equal(await inbox.withdraw("a"), true);
  assert.equal(await inbox.withdraw("a"), false);
  assert.deepEqual(beside(), ["one.jsonl"]);
  await inbox.give(message("b"));
  await inbox.take();
  assert.equal(await inbox.withdraw("b"), false);
  for (const id of ["", "..", "../one", "a/b", "a.json"]) {
    assert.equal(await inbox.withdraw(id), false);
    await assert.rejects(inbox.give({ id, content: null }), LogWriteError);
  }
});

test("what is not wanted goes on waiting, and can be withdrawn", async (t) => {
  const { inbox, folder } = place(t);
  for (const id of ["answer-1", "a", "answer-2"]) await inbox.give(message(id));
  const taken = await inbox.take((id) => id.startsWith("answer-"));
  assert.deepEqual(taken.map(({ id }) => id).toSorted(), ["answer-1", "answer-2"]);
  assert.deepEqual(readdirSync(folder).toSorted(), ["a.json", "answer-1.taken", "answer-2.taken"]);
  assert.equal(await inbox.withdraw("a"), true);
});

test("what does not belong into the folder is set aside, and harms nobody", async (t) => {
  const { inbox, folder, beside } = place(t);
  await inbox.give(message("a"));
  writeFileSync(join(folder, "torn.json"), '{"text":"to');
  writeFileSync(join(folder, "empty.json"), "");
  writeFileSync(join(folder, "no name.json"), "{}");
  writeFileSync(join(folder, "notes.txt"), "of mine");
  mkdirSync(join(folder, "folder.json"));
  symlinkSync("/etc/passwd", join(folder, "link.json"));
  assert.deepEqual(await inbox.take(), [message("a")]);
  assert.deepEqual(readdirSync(folder), ["a.taken"]);
  await inbox.drop("a", "refused");
  assert.equal(beside().filter((name) => name.startsWith("one.refused-")).length, 7);
  assert.deepEqual(await inbox.take(), []);
});

test("twenty senders and an owner that takes and drops without a pause lose nothing, though the folder comes and goes", async (t) => {
  const { inbox, beside } = place(t);
  const ids = Array.from({ length: 20 }, (_, sender) => Array.from({ length: 10 }, (__, at) => `m${sender}-${at}`));
  let sending = true;
  const taken: string[] = [];
  const owner = (async () => {
    for (let last = false; !last;) {
      last = !sending;
      for (const { id } of await inbox.take()) {
        taken.push(id);
        await inbox.drop(id, "done");
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  await Promise.all(
    ids.map(async (own) => {
      for (const id of own) await inbox.give(message(id));
    }),
  );
  sending = false;
  await owner;
  assert.deepEqual(taken.toSorted(), ids.flat().toSorted());
  assert.deepEqual(beside(), ["one.jsonl"]);
});

test("L12: where nothing can be written, handing over says so", async (t) => {
  const { path } = temporaryStore(t);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path.replace(/jsonl$/, "inbox"), "in the way");
  await assert.rejects(new InboxFolder(path).give(message("a")), { name: "LogWriteError", message: /one\.inbox/ });
  assert.equal(readFileSync(path.replace(/jsonl$/, "inbox"), "utf8"), "in the way");
});
