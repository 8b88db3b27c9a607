import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { LogFormatError, LogWriteError, SessionNotFoundError } from "../log/index.ts";
import { trashOf } from "./session-trash.ts";
import { fileOf, HEADER, note, readSession, temporaryStore, writeSession } from "./store.fixture.ts";

const reader = { version: 1, describe: () => ({ title: "a note" }) };
const trashIn = (directory: string) => trashOf({ directory, reader, now: Date.now });

test("lists removed sessions, the most recent first, and restores them with their files", async (t) => {
  const { store, path, folder, directory } = temporaryStore(t);
  const trash = trashIn(directory);
  assert.deepEqual(await trash.list(), []);
  writeSession(path, fileOf([note(0)]));
  writeFileSync(join(folder, "one.torn-1"), "{");
  await store.remove("one");
  writeSession(path, fileOf([note(1)]));
  await store.remove("one");
  const listed = await trash.list();
  assert.deepEqual(listed.map(({ name, id, cwd, title }) => [name, id, cwd, title].join()).toSorted(), [
    "one,one,/project,a note",
    "one.2,one,/project,a note",
  ]);
  assert.ok(listed.every(({ trashedAt }) => Math.abs(Date.now() - trashedAt) < 60_000));

  assert.equal(await trash.restore("one"), path);
  assert.deepEqual((await readSession(store)).entries, [note(0)]);
  assert.equal(readFileSync(join(folder, "one.torn-1"), "utf8"), "{");
  assert.deepEqual(
    (await trash.list()).map(({ name }) => name),
    ["one.2"],
  );
});

test("a restored session never replaces an existing one", async (t) => {
  const { store, path, directory } = temporaryStore(t);
  writeSession(path, fileOf([note(0)]));
  await store.remove("one");
  writeSession(path, fileOf([note(1)]));
  await assert.rejects(trashIn(directory).restore("one"), LogWriteError);
  assert.deepEqual((await readSession(store)).entries, [note(1)]);
});

test("does not restore a session without a readable header, or one that the trash does not contain", async (t) => {
  const { store, path, directory } = temporaryStore(t);
  writeSession(path, Buffer.from("garbage\n"));
  await store.remove("one");
  const trash = trashIn(directory);
  await assert.rejects(trash.restore("one"), LogFormatError);
  for (const name of ["", "..", "two", "../one"]) await assert.rejects(trash.restore(name), SessionNotFoundError);
  assert.equal((await trash.list()).length, 1);
});

test("emptying deletes only the named sessions", async (t) => {
  const { store, path, directory } = temporaryStore(t);
  const trash = trashIn(directory);
  for (const seq of [0, 1]) {
    writeSession(path, fileOf([note(seq)]));
    await store.remove("one");
  }
  writeSession(path, fileOf([note(2)], HEADER));
  await assert.rejects(trash.empty(["one", "../project"]), SessionNotFoundError);
  assert.equal((await trash.list()).length, 2);
  await trash.empty(["one"]);
  assert.deepEqual(
    (await trash.list()).map(({ name }) => name),
    ["one.2"],
  );
  assert.ok(existsSync(path));
});
