import assert from "node:assert/strict";
import { chmodSync, chownSync, mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test, type TestContext } from "node:test";
import { LogWriteError } from "../log/index.ts";
import { jsonlStore } from "./jsonl-store.ts";
import { appendTo, fileOf, HEADER, note, pathIn, readSession, temporaryStore, writeSession } from "./store.fixture.ts";

const mode = (path: string): number => statSync(path).mode & 0o777;

const withUmask = (t: TestContext, umask: number): void => {
  const before = process.umask(umask);
  t.after(() => process.umask(before));
};

const root = process.getuid?.() === 0;

for (const umask of [0, 0o022, 0o077, 0o177]) {
  test(`L23: files are 0600 and folders 0700 under umask 0${umask.toString(8)}`, async (t) => {
    const { directory } = temporaryStore(t);
    withUmask(t, umask);
    const data = join(directory, "data");
    const sessions = join(data, "sessions");
    const store = jsonlStore({ directory: sessions });
    const file = await store.create(HEADER);
    await file.append([note(0)]);
    await file.close();
    const path = pathIn(sessions);
    writeFileSync(path, "torn", { flag: "a" });
    await appendTo(store);
    assert.deepEqual([data, sessions, dirname(path)].map(mode), [0o700, 0o700, 0o700]);
    assert.deepEqual([path, path.replace(".jsonl", ".torn-1")].map(mode), [0o600, 0o600]);
    await store.remove(HEADER.id);
    assert.deepEqual([join(sessions, "trash"), join(sessions, "trash", "one")].map(mode), [0o700, 0o700]);
  });
}

test("L23: the next append makes a session private that others can read", async (t) => {
  const { store, path, folder } = temporaryStore(t);
  writeSession(path, fileOf([note(0)]));
  chmodSync(path, 0o644);
  chmodSync(folder, 0o755);
  await appendTo(store);
  const second = await store.create({ ...HEADER, id: "two" });
  await second.append([note(0)]);
  await second.close();
  assert.equal(mode(path), 0o600);
  assert.equal(mode(folder), 0o700);
});

test("L23: sessions are stored in folders whose names have spaces, line ends and 255 bytes, and behind a link", async (t) => {
  const { directory } = temporaryStore(t);
  const odd = join(directory, "with space", "line\nend", "é".repeat(127));
  mkdirSync(join(directory, "real"));
  symlinkSync(join(directory, "real"), join(directory, "link"));
  for (const place of [odd, join(directory, "link")]) {
    const store = jsonlStore({ directory: place });
    const file = await store.create(HEADER);
    await file.append([note(0)]);
    await file.close();
    assert.deepEqual((await readSession(store)).entries, [note(0)]);
  }
});

test("L23: rejects a project folder that is a link, which others could create in a shared directory", async (t) => {
  const { store, directory, folder } = temporaryStore(t);
  mkdirSync(join(directory, "elsewhere"));
  symlinkSync(join(directory, "elsewhere"), folder);
  await assert.rejects((await store.create(HEADER)).append([note(0)]), { name: "LogWriteError", message: /is not a folder/ });
});

test("L23: does not write through a session file that is a link", async (t) => {
  const { store, directory, path } = temporaryStore(t);
  writeSession(path, fileOf([note(0)]));
  const file = await store.open(HEADER.id);
  const other = join(directory, "other");
  writeSession(other, fileOf([note(0)]));
  rmSync(path);
  symlinkSync(other, path);
  await assert.rejects(file.append([note(1)]), LogWriteError);
  assert.deepEqual(statSync(other).size, fileOf([note(0)]).length);
});

test("L23: rejects another user's project folder", { skip: root ? false : "only root can make one" }, async (t) => {
  const { store, folder } = temporaryStore(t);
  mkdirSync(folder);
  chownSync(folder, 65534, 65534);
  await assert.rejects((await store.create(HEADER)).append([note(0)]), { name: "LogWriteError", message: /belongs to another user/ });
});

test("a folder that cannot be created is a LogWriteError that names the file", async (t) => {
  const { directory } = temporaryStore(t);
  writeFileSync(join(directory, "file"), "");
  const store = jsonlStore({ directory: join(directory, "file", "sessions") });
  await assert.rejects((await store.create(HEADER)).append([note(0)]), { name: "LogWriteError", message: /Cannot write .*one\.jsonl/ });
});
