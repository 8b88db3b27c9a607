import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test, type TestContext } from "node:test";
import { LogWriteError } from "../../log/index.ts";
import { fileOf, note, temporaryStore, writeSession } from "../store.fixture.ts";
import { MailboxFolder } from "./mailbox-folder.ts";

const temporaryMailbox = (t: TestContext) => {
  const { path } = temporaryStore(t);
  writeSession(path, fileOf([note(0)]));
  const folder = path.replace(/jsonl$/, "inbox");
  return { mailbox: new MailboxFolder(path), folder, beside: () => readdirSync(dirname(path)).toSorted() };
};

const message = (id: string) => ({ id, content: { text: `of ${id}` } });

test("the owner receives messages oldest first, and again until it drops them; then the folder is removed", async (t) => {
  const { mailbox, folder, beside } = temporaryMailbox(t);
  assert.deepEqual(await mailbox.receive(), []);
  for (const id of ["b", "c", "a"]) await mailbox.send(message(id));
  for (const [at, id] of ["b", "c", "a"].entries()) utimesSync(join(folder, `${id}.json`), at, at);
  assert.equal(statSync(folder).mode & 0o777, 0o700);
  assert.equal(statSync(join(folder, "a.json")).mode & 0o777, 0o600);
  assert.deepEqual(await mailbox.receive(), [message("b"), message("c"), message("a")]);
  await mailbox.drop("c", "done");
  assert.deepEqual(await mailbox.receive(), [message("b"), message("a")]);
  for (const id of ["a", "b", "never"]) await mailbox.drop(id, "done");
  assert.deepEqual(await mailbox.receive(), []);
  assert.deepEqual(beside(), ["one.jsonl"]);
});

test("a message sent twice is delivered once, also after the owner has received it", async (t) => {
  const { mailbox } = temporaryMailbox(t);
  await mailbox.send(message("a"));
  await mailbox.send(message("a"));
  assert.equal((await mailbox.receive()).length, 1);
  await mailbox.send(message("a"));
  assert.equal((await mailbox.receive()).length, 1);
});

test("a pending message can be withdrawn, one that the owner has received cannot", async (t) => {
  const { mailbox, beside } = temporaryMailbox(t);
  await mailbox.send(message("a"));
  assert.equal(await mailbox.withdraw("a"), true);
  assert.equal(await mailbox.withdraw("a"), false);
  assert.deepEqual(beside(), ["one.jsonl"]);
  await mailbox.send(message("b"));
  await mailbox.receive();
  assert.equal(await mailbox.withdraw("b"), false);
  for (const id of ["", "..", "../one", "a/b", "a.json"]) {
    assert.equal(await mailbox.withdraw(id), false);
    await assert.rejects(mailbox.send({ id, content: null }), LogWriteError);
  }
});

test("a message that the owner does not accept stays pending and can be withdrawn", async (t) => {
  const { mailbox, folder } = temporaryMailbox(t);
  for (const id of ["answer-1", "a", "answer-2"]) await mailbox.send(message(id));
  const taken = await mailbox.receive((id) => id.startsWith("answer-"));
  assert.deepEqual(taken.map(({ id }) => id).toSorted(), ["answer-1", "answer-2"]);
  assert.deepEqual(readdirSync(folder).toSorted(), ["a.json", "answer-1.taken", "answer-2.taken"]);
  assert.equal(await mailbox.withdraw("a"), true);
});

test("sets aside files that are not messages, and delivers the others", async (t) => {
  const { mailbox, folder, beside } = temporaryMailbox(t);
  await mailbox.send(message("a"));
  writeFileSync(join(folder, "torn.json"), '{"text":"to');
  writeFileSync(join(folder, "empty.json"), "");
  writeFileSync(join(folder, "no name.json"), "{}");
  writeFileSync(join(folder, "notes.txt"), "of mine");
  mkdirSync(join(folder, "folder.json"));
  symlinkSync("/etc/passwd", join(folder, "link.json"));
  assert.deepEqual(await mailbox.receive(), [message("a")]);
  assert.deepEqual(readdirSync(folder), ["a.taken"]);
  await mailbox.drop("a", "refused");
  assert.equal(beside().filter((name) => name.startsWith("one.refused-")).length, 7);
  assert.deepEqual(await mailbox.receive(), []);
});

test("twenty concurrent senders lose no message while the owner receives and drops, and the folder is created and removed", async (t) => {
  const { mailbox, beside } = temporaryMailbox(t);
  const ids = Array.from({ length: 20 }, (_, sender) => Array.from({ length: 10 }, (__, at) => `m${sender}-${at}`));
  let sending = true;
  const taken: string[] = [];
  const owner = (async () => {
    for (let last = false; !last;) {
      last = !sending;
      for (const { id } of await mailbox.receive()) {
        taken.push(id);
        await mailbox.drop(id, "done");
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  await Promise.all(
    ids.map(async (own) => {
      for (const id of own) await mailbox.send(message(id));
    }),
  );
  sending = false;
  await owner;
  assert.deepEqual(taken.toSorted(), ids.flat().toSorted());
  assert.deepEqual(beside(), ["one.jsonl"]);
});

test("L12: sending reports an error if the folder cannot be created", async (t) => {
  const { path } = temporaryStore(t);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path.replace(/jsonl$/, "inbox"), "in the way");
  await assert.rejects(new MailboxFolder(path).send(message("a")), { name: "LogWriteError", message: /one\.inbox/ });
  assert.equal(readFileSync(path.replace(/jsonl$/, "inbox"), "utf8"), "in the way");
});
