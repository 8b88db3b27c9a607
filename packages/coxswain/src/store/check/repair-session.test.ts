import assert from "node:assert/strict";
import { appendFileSync, copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { encode, type Entry, isCheckpoint, LogFormatError, SessionInUseError } from "../../log/index.ts";
import { open, openWhole } from "../checkpoint.fixture.ts";
import { appendTo, fileOf, HEADER, note, type Note, readSession, temporaryStore, writeSession } from "../store.fixture.ts";
import { checkSession, isIntact } from "./check-session.ts";
import { repairSession } from "./repair-session.ts";

const NOTES: readonly Entry[] = [note(0), note(1), note(2)];
const OPTIONS = { cwd: "/work" };

test("a repaired session has all complete entries, and the damaged file is preserved beside it, unchanged", async (t) => {
  const { path, folder, store } = temporaryStore(t);
  const bytes = Buffer.concat([fileOf(NOTES), Buffer.from("garbage\n"), Buffer.from(`${encode({ ...note(3), parent: "gone" })}\n`)]);
  writeSession(path, bytes);
  const repair = await repairSession(path, OPTIONS);
  assert.deepEqual(repair, { backup: join(folder, "one.damaged-1"), entries: 4 });
  assert.deepEqual(readFileSync(join(folder, "one.damaged-1")), bytes);
  assert.deepEqual(await readSession(store), { entries: [...NOTES, note(3)], damage: [] });
  assert.equal(statSync(path).mode & 0o777, 0o600);
  assert.deepEqual(readdirSync(folder).toSorted(), ["one.damaged-1", "one.jsonl"]);
});

test("an intact session is left unchanged, also with a torn end", async (t) => {
  const { path, folder } = temporaryStore(t);
  const bytes = Buffer.concat([fileOf(NOTES), Buffer.from('{"seq":3')]);
  writeSession(path, bytes);
  assert.equal(await repairSession(path, OPTIONS), undefined);
  assert.deepEqual(readFileSync(path), bytes);
  assert.deepEqual(readdirSync(folder), ["one.jsonl"]);
});

test("a new file does not restore lost content: the session's file stays, and is not intact", async (t) => {
  const { path, folder, directory, store } = temporaryStore(t);
  const file = await store.create(HEADER);
  await file.append([note(0, "x".repeat(10_000)), note(1)]);
  await file.close();
  rmSync(join(directory, "blobs"), { recursive: true });
  assert.equal(isIntact(await checkSession(path)), false);
  assert.equal(await repairSession(path, OPTIONS), undefined);
  assert.deepEqual(readdirSync(folder), ["one.jsonl"]);
});

test("a repair omits a checkpoint that contains the damage", async (t) => {
  const { path, store } = temporaryStore(t);
  writeSession(path, fileOf([note(0), { ...note(1), parent: "n9" }]));
  const log = await open(store, 100);
  await log.append<Note>(...Array.from({ length: 20 }, () => ({ type: "note", text: "x".repeat(7000) }) as const));
  await log.append({ type: "reset" });
  await log.checkpoint();
  await log.append<Note>({ type: "note", text: "after" });
  await log.close();
  assert.ok((await open(store)).wholeFrom > 0);
  const before = await openWhole(store);
  assert.equal((await repairSession(path, OPTIONS))?.entries, before.entries.length - 1);
  const repaired = await open(store);
  assert.deepEqual(repaired.damage, []);
  assert.deepEqual(
    repaired.path.entries.map(({ id }) => id),
    before.path.entries.filter((entry) => !isCheckpoint(entry)).map(({ id }) => id),
  );
});

test("L6: a repair omits invalid entries, and later entries retain their branch and their content", async (t) => {
  const { path, store, folder } = temporaryStore(t);
  const leaf = { seq: 2, id: "l", parent: "e1", at: 0, type: "leaf", to: "e0" };
  const entries = [note(0), note(1), leaf, note(3), { ...note(4, "x".repeat(10_000)), parent: "e3" }];
  writeSession(path, fileOf([]));
  const file = await store.open("one");
  await file.append(entries.map((entry) => (entry.id === "e3" ? { ...entry, parent: "e0" } : entry)));
  await file.close();
  const isValidEntry = (entry: Entry): boolean =>
    entry.id !== "e3" && (entry.id !== "e4" || String(Reflect.get(entry, "text")).startsWith("x"));
  assert.equal((await repairSession(path, { ...OPTIONS, isValidEntry }))?.entries, 4);
  const { entries: left, damage } = await readSession(store);
  assert.deepEqual(damage, []);
  assert.deepEqual(
    left.map(({ id, parent }) => [id, parent]),
    [
      ["e0", null],
      ["e1", "e0"],
      ["l", "e1"],
      ["e4", "e0"],
    ],
  );
  assert.equal(Reflect.get(left.at(-1) ?? {}, "text"), "x".repeat(10_000));
  assert.deepEqual(readdirSync(folder).toSorted(), ["one.damaged-1", "one.jsonl"]);
});

test("a repaired file references the same content", async (t) => {
  const { path, store } = temporaryStore(t);
  const entries = [note(0, "x".repeat(10_000)), note(1, "y".repeat(10_000))];
  const file = await store.create(HEADER);
  await file.append(entries);
  await file.close();
  appendFileSync(path, "garbage\n");
  await repairSession(path, OPTIONS);
  assert.ok(statSync(path).size < 1000);
  assert.deepEqual(await readSession(store), { entries, damage: [] });
});

test("L7: a session whose header is lost gets one with the id in the file's name", async (t) => {
  const { path, store } = temporaryStore(t);
  writeSession(path, Buffer.from(`{"format":"coxsw\n${NOTES.map((entry) => `${encode(entry)}\n`).join("")}`));
  await repairSession(path, OPTIONS);
  const file = await store.open("one");
  assert.deepEqual([file.header.id, file.header.cwd], ["one", "/work"]);
  assert.deepEqual((await readSession(store)).entries, NOTES);
});

test("A8: any flipped bit in the header's id is named, and repaired from the file's name", async (t) => {
  const { path, store } = temporaryStore(t);
  const whole = fileOf(NOTES);
  const start = whole.indexOf('"id":"one"') + '"id":"'.length;
  for (let bit = start * 8; bit < (start + 3) * 8; bit += 1) {
    const bytes = Buffer.from(whole);
    bytes.writeUInt8(bytes.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    writeSession(path, bytes);
    await assert.rejects(store.open("one"), LogFormatError);
    assert.match(
      (await checkSession(path)).problem ?? "",
      /is damaged\. Restore it from the file's name|is not a readable session/,
      `bit ${bit}`,
    );
    assert.deepEqual(Object.keys((await repairSession(path, OPTIONS)) ?? {}), ["backup", "entries"], `bit ${bit}`);
    assert.deepEqual(readFileSync(path), whole);
  }
});

test("a session with another name than its id, which is whole, was renamed and is not changed", async (t) => {
  const { path, folder } = temporaryStore(t);
  writeSession(path, fileOf(NOTES));
  const copy = join(folder, "another.jsonl");
  copyFileSync(path, copy);
  assert.equal((await checkSession(copy)).problem, undefined);
  assert.equal(await repairSession(copy, OPTIONS), undefined);
});

test("A16: a repaired header has all fields that can still be read, and the others are named", async (t) => {
  const { path, store } = temporaryStore(t);
  const header = {
    ...HEADER,
    cwd: '/a "b"',
    at: 7,
    project: "github.com/ann/boat",
    kind: "subagent",
    parent: { session: "s", entry: "e" },
  };
  const whole = fileOf(NOTES, header).toString();
  const repaired = async (from: string, to: string) => {
    writeSession(path, Buffer.from(whole.replace(from, to)));
    const { lost } = (await repairSession(path, OPTIONS)) ?? {};
    const found = (await store.open("one")).header;
    rmSync(path);
    return { lost, found };
  };
  assert.deepEqual(await repaired('"format"', '"fosmat"'), { lost: undefined, found: header });
  assert.deepEqual(await repaired('"version":1', '"version":0'), { lost: undefined, found: header });
  const { lost, found } = await repaired('"cwd"', '"cwe"');
  assert.deepEqual([lost, found], [["cwd"], { ...header, cwd: "/work" }]);
  assert.deepEqual((await repaired('"at":7', '"at";7')).lost, ["at"]);
});

test("L7: rejects a file without entries, and leaves it unchanged", async (t) => {
  const { path } = temporaryStore(t);
  for (const bytes of [Buffer.alloc(0), Buffer.from("not a session\n")]) {
    writeSession(path, bytes);
    await assert.rejects(repairSession(path, OPTIONS), LogFormatError);
    assert.deepEqual(readFileSync(path), bytes);
  }
});

test("L17: does not repair a session of a newer format", async (t) => {
  const { path } = temporaryStore(t);
  const bytes = Buffer.concat([fileOf(NOTES, { ...HEADER, version: 99 }), Buffer.from("garbage\n")]);
  writeSession(path, bytes);
  await assert.rejects(repairSession(path, OPTIONS), LogFormatError);
  assert.deepEqual(readFileSync(path), bytes);
});

test("L14: does not repair a session that is in use", async (t) => {
  const { path, store } = temporaryStore(t);
  writeSession(path, Buffer.concat([fileOf(NOTES), Buffer.from("garbage\n")]));
  const owner = await store.open("one");
  await owner.acquire();
  await assert.rejects(repairSession(path, OPTIONS), SessionInUseError);
  await owner.close();
  assert.equal((await repairSession(path, OPTIONS))?.entries, 3);
});

test("a second repair preserves its damaged file beside the first one", async (t) => {
  const { path, folder } = temporaryStore(t);
  for (const number of [1, 2]) {
    writeSession(path, Buffer.concat([fileOf(NOTES), Buffer.from(`garbage ${number}\n`)]));
    assert.equal((await repairSession(path, OPTIONS))?.backup, join(folder, `one.damaged-${number}`));
  }
});

test("L6: after any change of a file's bytes, its repair is intact, has the entries of the damaged one, and can be continued", async (t) => {
  const { path, store, directory } = temporaryStore(t);
  const before = join(directory, "before.jsonl");
  mkdirSync(dirname(path), { recursive: true });
  const original = fileOf(Array.from({ length: 12 }, (_, seq) => note(seq, `text ${seq} {"seq":`)));
  const first = original.indexOf("\n") + 1;
  const change = fc.record({
    at: fc.integer({ min: first, max: original.length - 1 }),
    bytes: fc.uint8Array({ minLength: 1, maxLength: 60 }),
    how: fc.constantFrom("over", "in", "out"),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
      let bytes = original;
      for (const { at, bytes: strange, how } of changes) {
        const from = Math.min(at, bytes.length);
        const to = how === "in" ? from : Math.min(bytes.length, from + strange.length);
        bytes = Buffer.concat([bytes.subarray(0, from), how === "out" ? Buffer.alloc(0) : Buffer.from(strange), bytes.subarray(to)]);
      }
      writeSession(path, bytes);
      copyFileSync(path, before);
      const { entries } = await readSession(store);
      const found = await checkSession(path);
      await repairSession(path, OPTIONS);
      const check = await checkSession(path);
      assert.ok(isIntact(check), JSON.stringify(check));
      assert.equal(check.entries, found.entries);
      const repaired = await readSession(store);
      const ids = new Set(repaired.entries.map(({ id }) => id));
      assert.ok(entries.every(({ id }) => ids.has(id)));
      const appended = await appendTo(store);
      assert.deepEqual((await readSession(store)).entries.at(-1), appended);
    }),
  );
});
