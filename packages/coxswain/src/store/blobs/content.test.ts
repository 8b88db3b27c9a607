import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { test, type TestContext } from "node:test";
import { encode, type Entry } from "../../log/index.ts";
import {
  fileOf,
  HEADER,
  linesOf,
  note,
  type Note,
  readSession,
  temporaryStore,
  type TemporaryStore,
  writeSession,
} from "../store.fixture.ts";
import { blobPaths, longNote } from "./blobs.fixture.ts";

const withBlob = async (t: TestContext): Promise<TemporaryStore & { readonly blob: string }> => {
  const made = temporaryStore(t);
  const file = await made.store.create(HEADER);
  await file.append([note(0, "before"), longNote(1), note(2, "after")]);
  await file.close();
  return { ...made, blob: blobPaths(made.directory)[0] ?? "" };
};

const breakages: Readonly<Record<string, readonly [breakIt: (blob: string) => void, reason: RegExp]>> = {
  "is missing": [(blob) => rmSync(blob), /10000 bytes stored as sha256-[0-9a-f]{64}: the file is missing/],
  "was truncated": [(blob) => truncateSync(blob, 9_999), /it has 9999 bytes instead of 10000/],
  "is a fifo": [(blob) => (rmSync(blob), execFileSync("mkfifo", [blob])), /it has 0 bytes instead of 10000/],
  "has other bytes": [(blob) => writeFileSync(blob, Buffer.alloc(10_000)), /its bytes were changed/],
};

for (const [breakage, [breakIt, reason]] of Object.entries(breakages)) {
  test(`L6: a blob that ${breakage} loses only its string; a placeholder replaces it, and the damage reports it`, async (t) => {
    const { store, blob } = await withBlob(t);
    breakIt(blob);
    const { entries, damage } = await readSession(store);
    assert.deepEqual(
      entries.map(({ id }) => id),
      ["e0", "e1", "e2"],
    );
    assert.match((entries[1] as Note).text, new RegExp(`^\\[content lost: .*${reason.source}\\]$`));
    assert.deepEqual(
      damage.map(({ kind }) => kind),
      ["blob"],
    );
    assert.match(damage[0]?.detail ?? "", new RegExp(`^entry 1 lost .*${reason.source}$`));
  });
}

test("L6: invalid references are damage, and open no other file", async (t) => {
  const { store, path } = temporaryStore(t);
  const odd = [
    { $blob: "../../etc/passwd", bytes: 9 },
    { $blob: 7, bytes: 9 },
    { $blob: `sha256-${"0".repeat(64)}` },
    { $blob: `blake9-${"0".repeat(64)}`, bytes: 9 },
    { $blob: null, bytes: {}, as: "rot13" },
  ];
  const entries = odd.map((text, seq) => ({ ...note(seq), text }) as unknown as Entry);
  writeSession(path, fileOf(entries));
  const read = await readSession(store);
  assert.deepEqual(
    read.damage.map(({ kind }) => kind),
    odd.map(() => "blob"),
  );
  for (const entry of read.entries) assert.match((entry as Note).text, /^\[content lost: /);
});

test("reads a blob that a collector has set aside", async (t) => {
  const { store, blob } = await withBlob(t);
  renameSync(blob, `${blob}.aside-abc`);
  const { entries, damage } = await readSession(store);
  assert.deepEqual(entries[1], longNote(1));
  assert.deepEqual(damage, []);
});

test("L5: an entry that is found inside a damaged line has its content", async (t) => {
  const { store, path, directory } = temporaryStore(t);
  const file = await store.create(HEADER);
  await file.append([longNote(0)]);
  await file.close();
  assert.equal(blobPaths(directory).length, 1);
  const [, line = ""] = linesOf(path);
  writeSession(path, Buffer.concat([fileOf([]), Buffer.from(`${encode(note(9)).slice(0, 20)}${line}\n`)]));
  const { entries, damage } = await readSession(store);
  assert.deepEqual(entries, [longNote(0)]);
  assert.deepEqual(
    damage.map(({ kind }) => kind),
    ["line"],
  );
});

test("yields many entries with content in order", async (t) => {
  const { store } = temporaryStore(t);
  const entries = Array.from({ length: 100 }, (_, seq) => (seq % 3 === 0 ? note(seq) : longNote(seq)));
  const file = await store.create(HEADER);
  await file.append(entries);
  await file.close();
  assert.deepEqual(await readSession(store), { entries, damage: [] });
});
