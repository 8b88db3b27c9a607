import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { LogWriteError, type Store } from "../../log/index.ts";
import { HEADER, linesOf, note, type Note, readSession, temporaryStore } from "../store.fixture.ts";
import { blobPaths, bytesBelow, longNote, longText } from "./blobs.fixture.ts";

const append = async (store: Store, entries: readonly Note[], id = HEADER.id, cwd = HEADER.cwd): Promise<void> => {
  const file = await store.open(id).catch(() => store.create({ ...HEADER, id, cwd }));
  await file.append(entries);
  await file.sync();
  await file.close();
};

test("a long string is stored in a file named by its hash, and the line references it", async (t) => {
  const { store, directory, path } = temporaryStore(t);
  await append(store, [longNote(0)]);
  const hash = createHash("sha256").update(longText(0)).digest("hex");
  const [blob = "", ...others] = blobPaths(directory);
  assert.deepEqual(others, []);
  assert.equal(blob, join(directory, "blobs", hash.slice(0, 2), hash.slice(2)));
  assert.equal(readFileSync(blob, "utf8"), longText(0));
  assert.deepEqual((JSON.parse(linesOf(path)[1] ?? "") as Note).text, { $blob: `sha256-${hash}`, bytes: 10_000 });
  assert.deepEqual(await readSession(store), { entries: [longNote(0)], damage: [] });
});

test("short strings need no folder of blobs", async (t) => {
  const { store, directory } = temporaryStore(t);
  await append(store, [note(0, "x".repeat(8000))]);
  assert.equal(readdirSync(directory).includes("blobs"), false);
});

test("L23: only the owner can access blobs, whatever the umask", async (t) => {
  const { store, directory } = temporaryStore(t);
  const before = process.umask(0);
  t.after(() => process.umask(before));
  await append(store, [longNote(0)]);
  const [blob = ""] = blobPaths(directory);
  const modes = [blob, join(blob, ".."), join(directory, "blobs")].map((path) => statSync(path).mode & 0o777);
  assert.deepEqual(modes, [0o600, 0o700, 0o700]);
});

test("a string is stored once, for any number of entries, sessions and projects", async (t) => {
  const { store, directory } = temporaryStore(t);
  await append(store, [longNote(0, 7), longNote(1, 7)]);
  await append(store, [longNote(0, 7)], "two", "/elsewhere");
  assert.equal(blobPaths(directory).length, 1);
});

test("a session of repeated outputs and images takes less than 1.2 times their unique bytes", async (t) => {
  const { store, directory } = temporaryStore(t);
  const images = [1, 2].map((seed) => Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * at * seed) >> 3)));
  const outputs = [1, 2, 3].map((number) => longText(number, 100_000));
  const texts = [...images.map((image) => image.toString("base64")), ...outputs];
  await append(
    store,
    Array.from({ length: 200 }, (_, seq) => note(seq, texts[seq % texts.length])),
  );
  assert.ok(bytesBelow(directory) < 1.2 * (600_000 + 300_000), `${bytesBelow(directory)} bytes`);
});

test("using a blob again updates its time", async (t) => {
  const { store, directory } = temporaryStore(t);
  await append(store, [longNote(0)]);
  const [blob = ""] = blobPaths(directory);
  utimesSync(blob, 1000, 1000);
  const { ino } = statSync(blob);
  await append(store, [longNote(1, 0)]);
  assert.equal(statSync(blob).ino, ino);
  assert.ok(Math.abs(statSync(blob).mtimeMs - Date.now()) < 60_000);
});

test("a blob that lost its bytes is written again when its string is appended again", async (t) => {
  const { store, directory } = temporaryStore(t);
  await append(store, [longNote(0)]);
  const [blob = ""] = blobPaths(directory);
  const breakages = [() => truncateSync(blob, 0), () => writeFileSync(blob, Buffer.alloc(10_000)), () => rmSync(blob)];
  for (const [at, breakIt] of breakages.entries()) {
    breakIt();
    await append(store, [longNote(at + 1, 0)]);
    assert.deepEqual((await readSession(store)).damage, []);
    assert.deepEqual(blobPaths(directory), [blob]);
  }
});

test("L23: replaces a link at a blob's path, and does not follow it", async (t) => {
  const { store, directory } = temporaryStore(t);
  await append(store, [longNote(0)]);
  const [blob = ""] = blobPaths(directory);
  const victim = join(directory, "victim");
  writeFileSync(victim, "as it was");
  rmSync(blob);
  symlinkSync(victim, blob);
  assert.equal((await readSession(store)).damage[0]?.kind, "blob");
  await append(store, [longNote(1, 0)]);
  assert.ok(lstatSync(blob).isFile());
  assert.equal(readFileSync(victim, "utf8"), "as it was");
});

test("L23: rejects a folder of blobs that is a link", async (t) => {
  const { store, directory } = temporaryStore(t);
  const elsewhere = join(directory, "elsewhere");
  mkdirSync(elsewhere);
  symlinkSync(elsewhere, join(directory, "blobs"));
  await assert.rejects(append(store, [longNote(0)]), LogWriteError);
  assert.deepEqual(readdirSync(elsewhere), []);
});

test("an entry whose content cannot be stored is rejected like a failed write, and stays pending", async (t) => {
  const { store, directory } = temporaryStore(t);
  const file = await store.create(HEADER);
  await file.append([note(0)]);
  writeFileSync(join(directory, "blobs"), "in the way");
  await assert.rejects(file.append([longNote(1)]), LogWriteError);
  rmSync(join(directory, "blobs"));
  await file.append([longNote(1)]);
  await file.close();
  assert.deepEqual(await readSession(store), { entries: [note(0), longNote(1)], damage: [] });
});
