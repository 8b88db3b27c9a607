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

/** Collects with all content treated as old. */
const collectLater = ({ directory }: TemporaryStore) => collectBlobs({ directory, now: Date.now() + 2 * DAY });

/** Creates a store with one blob that no log references. */
const withUnused = async (t: TestContext): Promise<TemporaryStore & { readonly blob: string }> => {
  const made = temporaryStore(t);
  await append(made.store, [longNote(0)]);
  const [blob = ""] = blobPaths(made.directory);
  rmSync(made.path);
  return { ...made, blob };
};

test("deletes a blob that no log references, and counts its bytes", async (t) => {
  const made = await withUnused(t);
  assert.deepEqual(await collectLater(made), { blobs: 1, bytes: 10_000 });
  assert.deepEqual(blobPaths(made.directory), []);
  assert.deepEqual(await collectLater(made), { blobs: 0, bytes: 0 });
});

test("does nothing without sessions, or without sessions that have blobs", async (t) => {
  const made = temporaryStore(t);
  assert.deepEqual(await collectLater({ ...made, directory: join(made.directory, "none") }), { blobs: 0, bytes: 0 });
  await append(made.store, [note(0)]);
  assert.deepEqual(await collectLater(made), { blobs: 0, bytes: 0 });
});

test("L16: preserves content that a log of any project references, and content of the trash until it is emptied", async (t) => {
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

test("files next to a log preserve their content too: a torn end, a damaged copy, an invalid line", async (t) => {
  const made = temporaryStore(t);
  await append(made.store, [longNote(0), longNote(1), longNote(2)]);
  const [header = "", ...lines] = readFileSync(made.path, "utf8").split("\n");
  writeFileSync(join(made.folder, "one.torn-1"), (lines[0] ?? "").slice(0, -10));
  writeFileSync(join(made.folder, "one.damaged-1"), lines[1] ?? "");
  writeFileSync(made.path, `${header}\n\0\0${(lines[2] ?? "").slice(9)}`);
  assert.deepEqual(await collectLater(made), { blobs: 0, bytes: 0 });
});

test("finds a reference across any boundary of the blocks that are read", async (t) => {
  const made = temporaryStore(t);
  await append(made.store, [longNote(0)]);
  const line = readFileSync(made.path, "utf8").split("\n")[1] ?? "";
  const at = line.indexOf("sha256-");
  for (const before of [0, 1, 6, 7, 8, 40, 70, 71, 72]) {
    writeFileSync(made.path, "x".repeat(1024 * 1024 - at - before) + line);
    assert.deepEqual(await collectLater(made), { blobs: 0, bytes: 0 }, `${before} bytes of it in the first piece`);
  }
});

test("preserves content that was used within the grace period", async (t) => {
  const { directory, blob } = await withUnused(t);
  const now = Date.now();
  utimesSync(blob, now / 1000 - 100, now / 1000 - 100);
  assert.equal((await collectBlobs({ directory, now })).blobs, 0);
  assert.equal((await collectBlobs({ directory, now, grace: 101_000 })).blobs, 0);
  assert.equal((await collectBlobs({ directory, now, grace: 99_000 })).blobs, 1);
});

test("deletes an incomplete file of a killed writer after the grace period", async (t) => {
  const made = temporaryStore(t);
  await append(made.store, [longNote(0)]);
  const [blob = ""] = blobPaths(made.directory);
  const left = `${blob}.new-abc`;
  writeFileSync(left, "half of i");
  assert.equal((await collectBlobs({ directory: made.directory, now: Date.now() })).blobs, 0);
  assert.deepEqual(await collectLater(made), { blobs: 1, bytes: 9 });
  assert.deepEqual(blobPaths(made.directory), [blob]);
});

test("puts back a file that a killed collector has set aside if a log references it, and otherwise deletes it", async (t) => {
  const made = temporaryStore(t);
  await append(made.store, [longNote(0)]);
  const [blob = ""] = blobPaths(made.directory);
  const aside = `${blob}.aside-abc`;
  renameSync(blob, aside);
  assert.deepEqual(await collectBlobs({ directory: made.directory, now: Date.now() }), { blobs: 0, bytes: 0 });
  assert.deepEqual(blobPaths(made.directory), [blob]);
  // The collector was killed between the two steps of putting it back.
  linkSync(blob, aside);
  await collectLater(made);
  assert.deepEqual(blobPaths(made.directory), [blob]);
  rmSync(made.path);
  renameSync(blob, aside);
  assert.equal((await collectLater(made)).blobs, 1);
  assert.deepEqual(blobPaths(made.directory), []);
});

test("ignores unrelated files in the folder of blobs, and does not follow links", async (t) => {
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

test("L16: deletes nothing while a log cannot be read", { skip: noStrace }, async (t) => {
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

test("reading the logs does not release the lock of a session that is open in this process", async (t) => {
  const made = temporaryStore(t);
  const file = await made.store.create(HEADER);
  await file.append([longNote(0)]);
  await collectLater(made);
  const other = startChild(t, made.directory, `await file.acquire().catch((error) => print(error.code));`);
  assert.deepEqual((await ended(other)).lines, ["session_in_use"]);
  await file.close();
});
