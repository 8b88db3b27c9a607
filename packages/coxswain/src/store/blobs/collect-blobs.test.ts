import assert from "node:assert/strict";
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test, type TestContext } from "node:test";
import type { Store } from "../../log/index.ts";
import { ended, HEADER, inject, noStrace, note, type Note, startChild, temporaryStore, type TemporaryStore } from "../store.fixture.ts";
import { blobPaths, longNote, longText } from "./blobs.fixture.ts";
import { collectBlobs } from "./collect-blobs.ts";

const DAY = 24 * 60 * 60 * 1000;

const append = async (store: Store, entries: readonly Note[], id = HEADER.id, cwd = HEADER.cwd): Promise<void> => {
  const file = await store.open(id).catch(() => store.create({ ...HEADER, id, cwd }));
  await file.append(entries);
  await file.close();
};

/** As a collector that comes when everything is old. */
const collectLater = ({ directory }: TemporaryStore) => collectBlobs({ directory, now: Date.now() + 2 * DAY });

/** A store with one blob that no log names. */
const withUnused = async (t: TestContext): Promise<TemporaryStore & { readonly blob: string }> => {
  const made = temporaryStore(t);
  await append(made.store, [longNote(0)]);
  const [blob = ""] = blobPaths(made.directory);
  rmSync(made.path);
  return { ...made, blob };
};

test("a blob that no log names is deleted, and counted with its bytes", async (t) => {
  const made = await withUnused(t);
  assert.deepEqual(await collectLater(made), { blobs: 1, bytes: 10_000 });
  assert.deepEqual(blobPaths(made.directory), []);
  assert.deepEqual(await collectLater(made), { blobs: 0, bytes: 0 });
});

test("where there are no sessions, or none with blobs, there is nothing to do", async (t) => {
  const made = temporaryStore(t);
  assert.deepEqual(await collectLater({ ...made, directory: join(made.directory, "none") }), { blobs: 0, bytes: 0 });
  await append(made.store, [note(0)]);
  assert.deepEqual(await collectLater(made), { blobs: 0, bytes: 0 });
});

test("L16: what a log of any project names stays, and so does what one in the trash names until that is emptied", async (t) => {
  const made = temporaryStore(t);
  await append(made.store, [longNote(0, 1), longNote(1, 2)]);
  await append(made.store, [longNote(0, 3)], "two", "/elsewhere");
  await made.store.remove("one");
  assert.deepEqual(await collectLater(made), { blobs: 0, bytes: 0 });
  rmSync(join(made.directory, "trash"), { recursive: true });
  assert.deepEqual(await collectLater(made), { blobs: 2, bytes: 20_000 });
  const [blob = ""] = blobPaths(made.directory);
  assert.equal(readFileSync(blob, "utf8"), longText(3));
});

test("what stands beside a log keeps its content too: a torn end, a damaged copy, a line that is none", async (t) => {
  const made = temporaryStore(t);
  await append(made.store, [longNote(0), longNote(1), longNote(2)]);
  const [header = "", ...lines] = readFileSync(made.path, "utf8").split("\n");
  writeFileSync(join(made.folder, "one.torn-1"), (lines[0] ?? "").slice(0, -10));
  writeFileSync(join(made.folder, "one.damaged-1"), lines[1] ?? "");
  writeFileSync(made.path, `${header}\n\0\0${(lines[2] ?? "").slice(9)}`);
  assert.deepEqual(await collectLater(made), { blobs: 0, bytes: 0 });
});

test("a name is found wherever the pieces end in which a file is read", async (t) => {
  const made = temporaryStore(t);
  await append(made.store, [longNote(0)]);
  const line = readFileSync(made.path, "utf8").split("\n")[1] ?? "";
  const at = line.indexOf("sha256-");
  for (const before of [0, 1, 6, 7, 8, 40, 70, 71, 72]) {
    writeFileSync(made.path, "x".repeat(1024 * 1024 - at - before) + line);
    assert.deepEqual(await collectLater(made), { blobs: 0, bytes: 0 }, `${before} bytes of it in the first piece`);
  }
});

test("what was used within the grace stays", async (t) => {
  const { directory, blob } = await withUnused(t);
  const now = Date.now();
  utimesSync(blob, now / 1000 - 100, now / 1000 - 100);
  assert.equal((await collectBlobs({ directory, now })).blobs, 0);
  assert.equal((await collectBlobs({ directory, now, grace: 101_000 })).blobs, 0);
  assert.equal((await collectBlobs({ directory, now, grace: 99_000 })).blobs, 1);
});

test("what a killed writer left half written is deleted after the grace", async (t) => {
  const made = temporaryStore(t);
  await append(made.store, [longNote(0)]);
  const [blob = ""] = blobPaths(made.directory);
  const left = `${blob}.new-abc`;
  writeFileSync(left, "half of i");
  assert.equal((await collectBlobs({ directory: made.directory, now: Date.now() })).blobs, 0);
  assert.deepEqual(await collectLater(made), { blobs: 1, bytes: 9 });
  assert.deepEqual(blobPaths(made.directory), [blob]);
});

test("what a killed collector had aside is put back when a log names it, and is deleted when none does", async (t) => {
  const made = temporaryStore(t);
  await append(made.store, [longNote(0)]);
  const [blob = ""] = blobPaths(made.directory);
  const aside = `${blob}.aside-abc`;
  renameSync(blob, aside);
  assert.deepEqual(await collectBlobs({ directory: made.directory, now: Date.now() }), { blobs: 0, bytes: 0 });
  assert.deepEqual(blobPaths(made.directory), [blob]);
  // Killed between the two steps of putting it back.
  linkSync(blob, aside);
  await collectLater(made);
  assert.deepEqual(blobPaths(made.directory), [blob]);
  rmSync(made.path);
  renameSync(blob, aside);
  assert.equal((await collectLater(made)).blobs, 1);
  assert.deepEqual(blobPaths(made.directory), []);
});

test("files in the folder of blobs that are none are left alone, and links are not followed", async (t) => {
  const made = await withUnused(t);
  const folder = dirname(made.blob);
  mkdirSync(join(folder, "sub"));
  const strange = [join(folder, "notes.txt"), join(folder, "0".repeat(61)), join(made.directory, "blobs", "readme")];
  for (const path of strange) writeFileSync(path, "mine");
  const target = join(made.directory, "target");
  writeFileSync(target, "mine");
  symlinkSync(target, join(folder, "f".repeat(62)));
  assert.equal((await collectLater(made)).blobs, 1);
  assert.deepEqual(blobPaths(made.directory), strange.toSorted());
  assert.equal(readFileSync(target, "utf8"), "mine");
});

test("L16: nothing is deleted while a log cannot be read", { skip: noStrace }, async (t) => {
  const made = await withUnused(t);
  await append(made.store, [note(0)], "two");
  const collect = `
    const { collectBlobs } = await import(${JSON.stringify(new URL("./collect-blobs.ts", import.meta.url).href)});
    const later = { directory: ${JSON.stringify(made.directory)}, now: Date.now() + ${2 * DAY} };
    await collectBlobs(later).catch((error) => print(error.code));`;
  const failing = [...inject("openat", "error=EACCES"), "-P", join(made.folder, "two.jsonl")];
  assert.deepEqual((await ended(startChild(t, made.directory, collect, failing))).lines, ["EACCES"]);
  assert.deepEqual(blobPaths(made.directory), [made.blob]);
});

test("the lock of a session that goes on in this process is not lost to the collector's look", async (t) => {
  const made = temporaryStore(t);
  const file = await made.store.create(HEADER);
  await file.append([longNote(0)]);
  await collectLater(made);
  const other = startChild(t, made.directory, `await file.acquire().catch((error) => print(error.code));`);
  assert.deepEqual((await ended(other)).lines, ["session_in_use"]);
  await file.close();
});
