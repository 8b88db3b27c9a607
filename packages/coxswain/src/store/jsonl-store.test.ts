import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { test } from "node:test";
import { encode, type Entry, EntryTooLargeError, LogFormatError, LogWriteError, SessionNotFoundError } from "../log/index.ts";
import { jsonlStore } from "./jsonl-store.ts";
import { MAX_LINE_BYTES } from "./read-lines.ts";
import { appendTo, fileOf, HEADER, linesOf, note, readSession, temporaryStore, writeSession } from "./store.fixture.ts";

test("a session is a file in its project's folder: a header, then one entry per line", async (t) => {
  const { store, path, directory } = temporaryStore(t);
  const file = await store.create(HEADER);
  await file.append([note(0), note(1)]);
  await file.append([note(2)]);
  await file.close();
  assert.deepEqual(linesOf(path), [encode(HEADER), encode(note(0)), encode(note(1)), encode(note(2)), ""]);
  assert.match(path.slice(directory.length), /^\/project-[0-9a-f]{8}\/one\.jsonl$/);
  assert.deepEqual(readdirSync(dirname(path)), ["one.jsonl"]);
});

test("a listing contains the path of a session's file", async (t) => {
  const { store, path } = temporaryStore(t);
  writeSession(path, fileOf([note(0)]));
  for await (const session of store.list()) assert.equal(session.path, path);
});

test("before its first append a session creates no folder and no file", async (t) => {
  const { directory } = temporaryStore(t);
  const store = jsonlStore({ directory: join(directory, "not", "there") });
  await (await store.create(HEADER)).close();
  for await (const session of store.list()) assert.fail(session.id);
  assert.deepEqual(readdirSync(directory), []);
});

test("rejects an id that is not safe as a file name", async (t) => {
  const { store } = temporaryStore(t);
  for (const id of ["", ".", "..", "a/b", "../a", "a.b", "a b", "é", "a\0", "x".repeat(129)]) {
    await assert.rejects(store.create({ ...HEADER, id }), LogWriteError);
  }
});

test("a listing skips files that are not sessions, and opening one reports the reason", async (t) => {
  const { store, folder, path, directory } = temporaryStore(t);
  writeSession(path, fileOf([note(0)]));
  writeFileSync(join(folder, "empty.jsonl"), "");
  writeFileSync(join(folder, "garbage.jsonl"), "garbage\n");
  writeFileSync(join(folder, "copy.jsonl"), fileOf([note(0)]));
  writeFileSync(join(folder, "one.torn-1"), "{");
  writeFileSync(join(directory, "loose.jsonl"), fileOf([]));
  mkdirSync(join(folder, "folder.jsonl"));
  symlinkSync(path, join(folder, "link.jsonl"));
  const ids: string[] = [];
  for await (const { id } of store.list()) ids.push(id);
  assert.deepEqual(ids, ["one"]);
  await assert.rejects(store.open("empty"), {
    name: "LogFormatError",
    message: /empty\.jsonl is not a readable session\. The file is empty\./,
  });
  await assert.rejects(store.open("garbage"), LogFormatError);
  await assert.rejects(store.open("copy"), { name: "LogFormatError", message: /contains session "one"/ });
  for (const id of ["folder", "link", "loose", "one.torn-1"]) await assert.rejects(store.open(id), SessionNotFoundError);
});

test("finds a session whose file was moved to another project's folder", async (t) => {
  const { store, path, directory } = temporaryStore(t);
  writeSession(path, fileOf([note(0)]));
  mkdirSync(join(directory, "elsewhere"));
  renameSync(path, join(directory, "elsewhere", basename(path)));
  assert.deepEqual((await readSession(store)).entries, [note(0)]);
});

test("a removed session is moved to the trash with its files, and a second one with its id does not replace it", async (t) => {
  const { store, path, folder, directory } = temporaryStore(t);
  for (const seq of [0, 1]) {
    writeSession(path, fileOf([note(seq)]));
    writeFileSync(join(folder, "one.torn-1"), "{");
    writeFileSync(join(folder, "one-more.jsonl"), fileOf([], { ...HEADER, id: "one-more" }));
    assert.equal(await store.remove("one"), true);
  }
  assert.deepEqual(readdirSync(folder), ["one-more.jsonl"]);
  assert.deepEqual(readdirSync(join(directory, "trash")), ["one", "one.2"]);
  assert.deepEqual(readdirSync(join(directory, "trash", "one")), ["one.jsonl", "one.torn-1"]);
  assert.deepEqual(readFileSync(join(directory, "trash", "one.2", "one.jsonl")), fileOf([note(1)]));
  for await (const { id } of store.list()) assert.equal(id, "one-more");
});

test("permanent removal deletes all files of a session, but not of one with mailbox messages", async (t) => {
  const { store, path, folder, directory } = temporaryStore(t);
  writeSession(path, fileOf([note(0)]));
  writeFileSync(join(folder, "one.torn-1"), "{");
  writeFileSync(join(folder, "one-more.jsonl"), fileOf([], { ...HEADER, id: "one-more" }));
  await store.mailbox?.send("one", { id: "said", content: "text" });
  assert.equal(await store.remove("one", { forGood: true }), false);
  assert.deepEqual(readFileSync(path), fileOf([note(0)]));
  assert.equal(await store.mailbox?.withdraw("one", "said"), true);
  assert.equal(await store.remove("one", { forGood: true }), true);
  assert.deepEqual(readdirSync(folder), ["one-more.jsonl"]);
  assert.equal(existsSync(join(directory, "trash")), false);
});

test("rejects an entry of more than 64 MB, and stores the next one", async (t) => {
  const { store } = temporaryStore(t);
  const file = await store.create(HEADER);
  await file.append([note(0)]);
  // Long strings are stored outside of the line, so only many short ones exceed it.
  for (const text of ["x".repeat(8000), "日".repeat(2666)]) {
    const texts = Array.from({ length: MAX_LINE_BYTES / 8000 }, () => text);
    await assert.rejects(file.append([{ ...note(1), texts } as Entry]), EntryTooLargeError);
  }
  await file.append([note(1)]);
  await file.close();
  assert.deepEqual((await readSession(store)).entries, [note(0), note(1)]);
});

test("an append starts on a new line after another program's incomplete line", async (t) => {
  const { store, path } = temporaryStore(t);
  const file = await store.create(HEADER);
  await file.append([note(0)]);
  writeFileSync(path, '{"seq":1,"id":"to', { flag: "a" });
  await file.append([note(2)]);
  await file.close();
  const { entries, damage } = await readSession(store);
  assert.deepEqual(entries, [note(0), note(2)]);
  assert.deepEqual(
    damage.map(({ kind }) => kind),
    ["line"],
  );
});

const MISHAPS: Record<string, (path: string) => void> = {
  deleted: (path) => rmSync(path),
  moved: (path) => renameSync(path, `${path}.elsewhere`),
  replaced: (path) => {
    writeFileSync(`${path}.new`, fileOf([note(0)]));
    renameSync(`${path}.new`, path);
  },
  truncated: (path) => truncateSync(path, 10),
};

for (const [mishap, happen] of Object.entries(MISHAPS)) {
  test(`L13: rejects an append to a file that was ${mishap} while open, and writes nothing`, async (t) => {
    const { store, path } = temporaryStore(t);
    const file = await store.create(HEADER);
    await file.append([note(0)]);
    happen(path);
    const left = statSync(path, { throwIfNoEntry: false })?.size;
    await assert.rejects(file.append([note(1)]), LogWriteError);
    assert.equal(statSync(path, { throwIfNoEntry: false })?.size, left);
    await file.close();
  });
}

test("L17: a file of a newer format is read, with unknown fields and types, and stays unchanged", async (t) => {
  const { store, path } = temporaryStore(t);
  const entry = { ...note(0), type: "from-the-future", plan: { deep: [null] } };
  const bytes = fileOf([entry], { ...HEADER, version: 2 });
  writeSession(path, Buffer.concat([bytes, Buffer.from("torn")]));
  assert.deepEqual((await readSession(store)).entries, [entry]);
  await assert.rejects(appendTo(store), { name: "LogFormatError", message: /has format 2/ });
  assert.deepEqual(readFileSync(path).subarray(0, -4), bytes);
  for await (const { id } of store.list()) assert.equal(id, "one");
});
