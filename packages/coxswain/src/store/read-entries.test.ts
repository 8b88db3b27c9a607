import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { encode } from "../log/index.ts";
import { appendTo, fileOf, HEADER, note, readSession, temporaryStore, writeSession } from "./store.fixture.ts";

const ENTRIES = Array.from({ length: 20 }, (_, seq) => note(seq, "some text"));
const FILE = fileOf(ENTRIES);
const HEADER_END = FILE.indexOf("\n");
/** End offset of each entry's line, after its line end. */
const ENDS = ENTRIES.map((_, at) => fileOf(ENTRIES.slice(0, at + 1)).length);
const LINE = Buffer.from(encode(note(99)));

test("L4: zeros at any offset lose only the entries they overwrite, and the file can be continued", async (t) => {
  const { store, path } = temporaryStore(t);
  writeSession(path, FILE);
  for (const run of [1, 64, 512]) {
    for (let from = HEADER_END + 1; from < FILE.length; from += 61) {
      const bytes = Buffer.from(FILE);
      bytes.fill(0, from, Math.min(from + run, bytes.length));
      writeFileSync(path, bytes);
      const untouched = ENTRIES.filter((_, at) => (ENDS[at] ?? 0) - 1 <= from || (ENDS[at - 1] ?? HEADER_END + 1) >= from + run);
      const { entries, damage } = await readSession(store);
      assert.deepEqual(entries, untouched, `zeros at ${from}`);
      assert.ok(damage.length > 0, `zeros at ${from}`);
      const appended = await appendTo(store);
      assert.deepEqual((await readSession(store)).entries, [...untouched, appended], `zeros at ${from}`);
    }
  }
});

test("L4: a tail of zeros is a torn end", async (t) => {
  const { store, path } = temporaryStore(t);
  writeSession(path, Buffer.concat([FILE, Buffer.alloc(4096)]));
  assert.deepEqual((await readSession(store)).damage, [
    { kind: "torn", offset: FILE.length, detail: "the last 4096 bytes are an incomplete entry" },
  ]);
  const appended = await appendTo(store);
  assert.deepEqual(await readSession(store), { entries: [...ENTRIES, appended], damage: [] });
});

test("L5: an entry directly after the start of another is found and reported, and no later entry is lost", async (t) => {
  const { store, path } = temporaryStore(t);
  for (const ended of ["\n", ""]) {
    for (let cut = 1; cut < LINE.length; cut++) {
      const glued = Buffer.concat([LINE.subarray(0, cut), fileOf(ENTRIES.slice(10)).subarray(HEADER_END + 1)]);
      writeSession(path, Buffer.concat([fileOf(ENTRIES.slice(0, 10)), ended === "" ? glued.subarray(0, -1) : glued]));
      const read = await readSession(store);
      assert.deepEqual(read.entries, ENTRIES, `cut at ${cut}`);
      assert.deepEqual(
        read.damage.map(({ kind, offset }) => [kind, offset]),
        [["line", fileOf(ENTRIES.slice(0, 10)).length]],
      );
    }
  }
});

test("L5: the next append preserves an entry directly after a torn one at the end of the file", async (t) => {
  const { store, path } = temporaryStore(t);
  writeSession(path, Buffer.concat([fileOf([note(0)]), LINE.subarray(0, 20), Buffer.from(encode(note(1)))]));
  assert.deepEqual((await readSession(store)).entries, [note(0), note(1)]);
  const appended = await appendTo(store);
  assert.deepEqual((await readSession(store)).entries, [note(0), note(1), appended]);
});

const GARBAGE = [
  "",
  "null",
  "[]",
  "{}",
  "{",
  "[[[[[[[[",
  '{"seq":1,}',
  "{'seq':1}",
  '{"seq":1,"id":"a","parent":null,"at":1}',
  '{"seq":-0.5,"id":"a","parent":null,"at":1,"type":"x"}',
  '\ufeff{"a":1}',
  "-",
  "1e999999",
  '"\\ud800',
  "\u2028",
  "\x00\x01\x02",
  "<html>",
  "<<<<<<< HEAD",
];

test("L6: lines of any other kind are reported, and no entry is lost", async (t) => {
  const { store, path } = temporaryStore(t);
  const lines = GARBAGE.map((text) => Buffer.from(`${text}\n`)).concat(
    Buffer.from([0xff, 0xfe, 0xc3, 0x28, 0x0a]),
    Buffer.from([0xed, 0xa0, 0x80, 0x0a]),
  );
  const parts = lines.flatMap((line, at) => [line, Buffer.from(`${encode(note(at))}\n`)]);
  writeSession(path, Buffer.concat([fileOf([]), ...parts]));
  const { entries, damage } = await readSession(store);
  assert.deepEqual(
    entries,
    lines.map((_, at) => note(at)),
  );
  // A blank line contains nothing that could be lost.
  assert.equal(damage.length, lines.length - 1);
  assert.ok(damage.every(({ kind }) => kind === "line"));
});

test("L6: a file whose line ends and first bytes an editor changed has the same entries", async (t) => {
  const { store, path } = temporaryStore(t);
  writeSession(path, Buffer.from(`\ufeff${FILE.toString().replaceAll("\n", "\r\n")}`));
  assert.deepEqual(await readSession(store), { entries: ENTRIES, damage: [] });
  const appended = await appendTo(store);
  assert.deepEqual((await readSession(store)).entries, [...ENTRIES, appended]);
});

test("L6: bytes inserted or removed anywhere lose only the entries they touch, and the file can be continued", async (t) => {
  const { store, path } = temporaryStore(t);
  const edits = fc.record({
    at: fc.integer({ min: HEADER_END + 1, max: FILE.length }),
    remove: fc.nat(200),
    put: fc.uint8Array({ maxLength: 30 }),
  });
  await fc.assert(
    fc.asyncProperty(edits, async ({ at, remove, put }) => {
      writeSession(path, Buffer.concat([FILE.subarray(0, at), put, FILE.subarray(at + remove)]));
      const before = await readSession(store);
      const untouched = ENTRIES.filter((_, place) => (ENDS[place] ?? 0) <= at || (ENDS[place - 1] ?? HEADER_END + 1) >= at + remove);
      const found = new Set(before.entries.map((entry) => JSON.stringify(entry)));
      for (const entry of untouched) assert.ok(found.has(JSON.stringify(entry)), `entry ${entry.seq}`);
      const appended = await appendTo(store);
      assert.deepEqual((await readSession(store)).entries, [...before.entries, appended]);
    }),
    { numRuns: 200 },
  );
});

test("the damage of a file is that of its last reading", async (t) => {
  const { store, path } = temporaryStore(t);
  writeSession(path, Buffer.concat([FILE, Buffer.from("garbage\n")]));
  const file = await store.open(HEADER.id);
  for (let time = 0; time < 2; time++) {
    for await (const entry of file.read()) assert.equal(entry.type, "note");
    assert.deepEqual(file.damage, [{ kind: "line", offset: FILE.length, detail: `7 bytes at ${FILE.length} are not an entry` }]);
  }
});
