import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { encode, type Entry } from "../../log/index.ts";
import { fileOf, HEADER, note, temporaryStore, writeSession } from "../store.fixture.ts";
import { checkSession, isIntact } from "./check-session.ts";

const NOTES: readonly Entry[] = [note(0), note(1), note(2)];

test("an intact session is valid, and checking it leaves no trace", async (t) => {
  const { path } = temporaryStore(t);
  const bytes = fileOf(NOTES);
  writeSession(path, bytes);
  const check = await checkSession(path);
  assert.deepEqual(check, { path, header: HEADER, entries: 3, damage: [] });
  assert.ok(isIntact(check));
  assert.deepEqual(readFileSync(path), bytes);
});

test("rejects a path that is not a file, without waiting", { skip: process.platform === "win32" }, async (t) => {
  const { directory } = temporaryStore(t);
  const fifo = join(directory, "fifo");
  mkdirSync(directory, { recursive: true });
  execFileSync("mkfifo", [fifo]);
  for (const path of [fifo, directory]) await assert.rejects(checkSession(path), { code: "log_format", message: `${path} is not a file.` });
});

test("long content is checked too, also that of a session in the trash", async (t) => {
  const { directory, store } = temporaryStore(t);
  const file = await store.create(HEADER);
  await file.append([note(0, "x".repeat(10_000))]);
  await file.close();
  await store.remove(HEADER.id);
  const path = join(directory, "trash", HEADER.id, `${HEADER.id}.jsonl`);
  assert.deepEqual((await checkSession(path)).damage, []);
  rmSync(join(directory, "blobs"), { recursive: true });
  const check = await checkSession(path);
  assert.deepEqual(
    check.damage.map(({ kind }) => kind),
    ["blob"],
  );
  assert.equal(isIntact(check), false);
});

test("L6: an entry without the fields of its type is damage", async (t) => {
  const { path } = temporaryStore(t);
  writeSession(path, fileOf(NOTES));
  const check = await checkSession(path, { isValidEntry: ({ id }) => id !== NOTES[1]?.id });
  assert.deepEqual([check.entries, check.damage], [2, [{ kind: "line", detail: 'entry 1 cannot be read as a "note"' }]]);
  assert.ok(!isIntact(check));
});

test("L3: a torn end is reported, and does not make a session invalid, since a killed process leaves one", async (t) => {
  const { path } = temporaryStore(t);
  writeSession(path, Buffer.concat([fileOf(NOTES), Buffer.from('{"seq":3,"id":"x')]));
  const check = await checkSession(path);
  assert.deepEqual(
    check.damage.map(({ kind }) => kind),
    ["torn"],
  );
  assert.ok(isIntact(check));
});

const DAMAGED: Readonly<Record<string, { readonly bytes: Buffer; readonly kinds: readonly string[]; readonly entries: number }>> = {
  "L6: a line of garbage": { bytes: Buffer.concat([fileOf(NOTES), Buffer.from("garbage\n")]), kinds: ["line"], entries: 3 },
  "L5: two lines glued to one": {
    bytes: Buffer.from(`${encode(HEADER)}\n${encode(note(0)).slice(0, 20)}${encode(note(1))}\n`),
    kinds: ["line", "orphan"],
    entries: 1,
  },
  "L4: a run of zeros": { bytes: Buffer.concat([fileOf(NOTES), Buffer.alloc(64), Buffer.from("\n")]), kinds: ["line"], entries: 3 },
  "L6: a duplicate id": { bytes: fileOf([...NOTES, { ...note(3), id: "e1" }]), kinds: ["duplicate"], entries: 3 },
  "L6: a missing parent": { bytes: fileOf([...NOTES, { ...note(3), parent: "gone" }]), kinds: ["orphan"], entries: 4 },
  "L6: an entry in the middle without a parent": { bytes: fileOf([...NOTES, { ...note(3), parent: null }]), kinds: ["orphan"], entries: 4 },
  "L6: an entry that follows itself": { bytes: fileOf([...NOTES, { ...note(3), parent: "e3" }]), kinds: ["orphan"], entries: 4 },
};
for (const [name, { bytes, kinds, entries }] of Object.entries(DAMAGED)) {
  test(`${name} is damage, and complete entries are counted`, async (t) => {
    const { path } = temporaryStore(t);
    writeSession(path, bytes);
    const check = await checkSession(path);
    assert.deepEqual(
      check.damage.map(({ kind }) => kind),
      kinds,
    );
    assert.equal(check.entries, entries);
    assert.ok(!isIntact(check));
  });
}

test("L7: an unreadable header is a problem, and the entries after it are found", async (t) => {
  const { path } = temporaryStore(t);
  writeSession(path, Buffer.from(`{"format":"coxsw\n${NOTES.map((entry) => `${encode(entry)}\n`).join("")}`));
  const { header, problem, entries } = await checkSession(path);
  assert.equal(header, undefined);
  assert.match(problem ?? "", /is not a readable session/);
  assert.equal(entries, 3);
});

test("L17: a session of a newer format is a problem, not damage", async (t) => {
  const { path } = temporaryStore(t);
  writeSession(path, fileOf(NOTES, { ...HEADER, version: 99 }));
  const check = await checkSession(path);
  assert.match(check.problem ?? "", /format 99/);
  assert.deepEqual(check.damage, []);
  assert.ok(!isIntact(check));
});

test("a missing file is an error of the system", async (t) => {
  const { path } = temporaryStore(t);
  await assert.rejects(checkSession(path), { code: "ENOENT" });
});
