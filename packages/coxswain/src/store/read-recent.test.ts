import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test, type TestContext } from "node:test";
import fc from "fast-check";
import { checkpointDraft, type CheckpointEntry, encode, type Entry, FORMAT_VERSION, Log } from "../log/index.ts";
import { assertSame, FOLDS, NEEDED, open, openWhole, sources, textsOf, writeLong } from "./checkpoint.fixture.ts";
import { HEADER, linesOf, note, type Note, temporaryStore, type TemporaryStore, fileOf, writeSession } from "./store.fixture.ts";
import { open as openFile } from "node:fs/promises";
import { findCheckpoint } from "./read-recent.ts";

interface LongSession extends TemporaryStore {
  readonly checkpoint: CheckpointEntry;
  readonly bytes: Buffer;
  /** Opens the session with these bytes, and asserts that it says what a whole reading of them says. */
  readonly openAs: (bytes: Uint8Array, what?: string) => Promise<Log>;
}

const longSession = async (t: TestContext): Promise<LongSession> => {
  const made = temporaryStore(t);
  const checkpoint = await writeLong(made.store);
  const openAs = async (bytes: Uint8Array, what?: string): Promise<Log> => {
    writeFileSync(made.path, bytes);
    const log = await open(made.store);
    assertSame(log, await openWhole(made.store), what);
    return log;
  };
  return { ...made, checkpoint, bytes: readFileSync(made.path), openAs };
};

test("L25: of a session that went on elsewhere only what it needs is read, in two places and from the checkpoint on", async (t) => {
  const { checkpoint, bytes, openAs } = await longSession(t);
  assert.equal(checkpoint.ranges.length, 2);
  const log = await openAs(bytes);
  assert.equal(log.wholeFrom, checkpoint.seq);
  assert.deepEqual(textsOf(log.entries), NEEDED);
  assert.deepEqual(textsOf(log.path.entries), NEEDED);
});

test("L3: a checkpoint that is cut short at any byte is set aside, and what is before it is all read", async (t) => {
  const { store, checkpoint, bytes, openAs } = await longSession(t);
  const end = bytes.indexOf("\n", checkpoint.offset);
  for (let cut = checkpoint.offset + 1; cut < end; cut++) {
    const log = await openAs(bytes.subarray(0, cut), `cut at ${cut}`);
    assert.equal(log.wholeFrom, 0);
    assert.deepEqual(
      log.damage.map(({ kind }) => kind),
      ["torn"],
    );
  }
  const log = await open(store);
  await log.append(note(0));
  await log.close();
  const whole = await openWhole(store);
  assertSame(await open(store), whole);
  assert.deepEqual(whole.damage, []);
});

test("L3: what is cut short after a checkpoint is told, and the rest goes on from there", async (t) => {
  const { checkpoint, bytes, openAs } = await longSession(t);
  const end = bytes.indexOf("\n", checkpoint.offset) + 1;
  for (let cut = end + 1; cut < bytes.length - 1; cut++) {
    const log = await openAs(bytes.subarray(0, cut), `cut at ${cut}`);
    assert.equal(log.wholeFrom, checkpoint.seq);
    assert.equal(log.damage[0]?.offset, end);
  }
});

test("L6: a bit that flipped in what is needed, or in the checkpoint, is met as in a whole reading", async (t) => {
  const { checkpoint, bytes, openAs } = await longSession(t);
  const places = [...checkpoint.ranges, [checkpoint.offset, bytes.length] as const];
  for (const [start, end] of places) {
    for (let at = start; at < end; at += 3) {
      const flipped = Buffer.from(bytes);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 7));
      await openAs(flipped, `bit ${at % 7} of byte ${at}`);
    }
  }
});

test("L4: zeros over what is needed lose what a whole reading loses", async (t) => {
  const { checkpoint, bytes, openAs } = await longSession(t);
  for (const [start, end] of [...checkpoint.ranges, [checkpoint.offset, bytes.length] as const]) {
    for (let at = start; at < end; at += 41) {
      const log = await openAs(Buffer.from(bytes).fill(0, at, Math.min(at + 20, end)), `zeros at ${at}`);
      assert.equal(log.wholeFrom > 0, at > bytes.indexOf("\n", checkpoint.offset) && !log.damage.some(({ kind }) => kind === "orphan"));
    }
  }
});

test("L5, L6: after bytes were put in or taken out anywhere, the checkpoint stands elsewhere and counts for nothing", async (t) => {
  const { checkpoint, bytes, openAs } = await longSession(t);
  const edits = fc.record({
    at: fc.nat(checkpoint.offset),
    remove: fc.nat(200),
    put: fc.oneof(fc.uint8Array({ maxLength: 30 }), fc.constant(Buffer.from("garbage\n")), fc.constant(bytes.subarray(0, 50))),
  });
  const headerEnd = bytes.indexOf("\n") + 1;
  await fc.assert(
    fc.asyncProperty(edits, async ({ at: place, remove, put }) => {
      const at = Math.max(headerEnd, place);
      fc.pre(remove !== put.length);
      const log = await openAs(Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + remove)]));
      assert.equal(log.wholeFrom, 0);
    }),
    { numRuns: 200 },
  );
});

test("L6: an entry that lost its parent is met as in a whole reading, also when a later checkpoint needs it", async (t) => {
  const { checkpoint, bytes, store, openAs } = await longSession(t);
  const lines = bytes.toString().trimEnd().split("\n");
  for (const [at, line] of lines.entries()) {
    const offset = Buffer.byteLength(lines.slice(0, at).join("\n")) + 1;
    const isNeeded = offset >= checkpoint.offset || checkpoint.ranges.some(([start, end]) => offset >= start && offset < end);
    if (!isNeeded) continue;
    const damaged = encode({ ...(JSON.parse(line) as Entry), parent: null });
    const log = await openAs(Buffer.from(`${lines.with(at, damaged).join("\n")}\n`), `line ${at}`);
    assert.deepEqual(
      log.damage.map(({ kind }) => kind),
      ["orphan"],
      `line ${at}`,
    );
    const more = await open(store, 100);
    await more.append<Note>(...Array.from({ length: 20 }, () => ({ type: "note", text: "x".repeat(7000) }) as const));
    await more.checkpoint();
    await more.close();
    assertSame(await open(store), await openWhole(store), `a checkpoint after line ${at}`);
  }
});

/** Ranges that are not those of the needed entries. */
const WRONG: Readonly<Record<string, (ranges: CheckpointEntry["ranges"], offset: number) => readonly (readonly number[])[]>> = {
  "begins inside of a line": ([[start, end] = [0, 0], ...rest]) => [[start + 1, end], ...rest],
  "begins one byte early": ([[start, end] = [0, 0], ...rest]) => [[start - 1, end], ...rest],
  "ends inside of a line": ([[start, end] = [0, 0], ...rest]) => [[start, end - 9], ...rest],
  "goes on into what is not needed": ([[start, end] = [0, 0], ...rest]) => [[start, end + 3000], ...rest],
  "is left out": ([, ...rest]) => rest,
  "is the only one": ([range = [0, 0]]) => [range],
  "stands twice": ([range = [0, 0], ...rest]) => [range, range, ...rest],
  "comes in the wrong order": (ranges) => ranges.toReversed(),
  "begins with the header": ([[, end] = [0, 0], ...rest]) => [[0, end], ...rest],
  "is behind the checkpoint": (ranges, offset) => [...ranges, [offset, offset + 10]],
  "is before the file": ([, ...rest]) => [[-20, -10], ...rest],
  "has a half byte": ([[start, end] = [0, 0], ...rest]) => [[start + 0.5, end], ...rest],
  "is empty": () => [],
};
for (const [wrong, rangesOf] of Object.entries(WRONG)) {
  test(`L6: a checkpoint of which a range ${wrong} counts for nothing`, async (t) => {
    const { checkpoint, bytes, openAs } = await longSession(t);
    const ranges = rangesOf(checkpoint.ranges, checkpoint.offset) as CheckpointEntry["ranges"];
    const log = await openAs(withLast(bytes, checkpoint, { ...checkpoint, ...checkpointDraft({ ...checkpoint, ranges }) }));
    assert.equal(log.wholeFrom, 0);
  });
}

/** The file with another checkpoint in the place of its last. */
const withLast = (bytes: Buffer, { offset }: CheckpointEntry, checkpoint: Entry): Buffer =>
  Buffer.concat([bytes.subarray(0, offset), Buffer.from(`${encode(checkpoint)}\n`), bytes.subarray(bytes.indexOf("\n", offset) + 1)]);

test("L6: a checkpoint whose states are not as they were written counts for nothing", async (t) => {
  const { checkpoint, bytes, openAs } = await longSession(t);
  const log = await openAs(withLast(bytes, checkpoint, { ...checkpoint, allStates: { count: 7 } } as Entry));
  assert.equal(log.wholeFrom, 0);
});

test("a checkpoint inside of another entry, or in its text, is none", async (t) => {
  const { store, checkpoint, bytes, path } = await longSession(t);
  const quoting = {
    ...checkpoint,
    seq: 100,
    id: "quoting",
    parent: checkpoint.id,
    type: "note",
    quoted: checkpoint,
    text: encode(checkpoint),
  };
  writeFileSync(path, Buffer.concat([bytes, Buffer.from(`${encode(quoting)}\n`)]));
  const log = await open(store);
  assert.equal(log.wholeFrom, checkpoint.seq);
  assertSame(log, await openWhole(store));
});

test("L17: a session of a newer format is read whole: what its checkpoints say is not known", async (t) => {
  const { checkpoint, bytes, openAs } = await longSession(t);
  const version = `"version":${FORMAT_VERSION}`;
  const newer = Buffer.from(bytes.toString().replace(version, `"version":${FORMAT_VERSION + 1}`));
  assert.equal(newer.length, bytes.length);
  const log = await openAs(newer);
  assert.equal(log.wholeFrom, 0);
  assert.ok(log.entries.length > checkpoint.seq);
});

test("L17: a checkpoint without the state of a fold that is kept now counts for nothing", async (t) => {
  const { store } = await longSession(t);
  const all = [...FOLDS.all, { name: "new", initial: 0, apply: (state: number) => state + 1 }];
  const log = await Log.open(await store.open(HEADER.id), sources(0), { ...FOLDS, all });
  assert.equal(log.wholeFrom, 0);
});

test("L22: the time of an entry counts for nothing, before a checkpoint and after it", async (t) => {
  const { checkpoint, bytes, openAs } = await longSession(t);
  const log = await openAs(withLast(bytes, checkpoint, { ...checkpoint, at: -5 }));
  assert.equal(log.wholeFrom, checkpoint.seq);
});

test("a checkpoint is the fifth field of its line and a fact like any other: readers that do not know it see an entry", async (t) => {
  const { checkpoint, path } = await longSession(t);
  const line = linesOf(path).find((text) => text.includes('"type":"checkpoint"')) ?? assert.fail();
  assert.match(line, /^\{"seq":\d+,"id":"m\d+","parent":"m\d+","at":\d+,"type":"checkpoint","offset":/);
  assert.deepEqual(JSON.parse(line), checkpoint);
});

/** A checkpoint that says it stands at an offset. */
const checkpoint = (seq: number, offset: number): Entry => ({ ...note(seq), type: "checkpoint", offset }) as Entry;

const MB = 1024 * 1024;

for (const distance of [0, 10, 64 * 1024, 70_000, 3 * MB]) {
  test(`the last checkpoint is found ${distance} bytes before the end`, async (t) => {
    const { path } = temporaryStore(t);
    const before = fileOf([note(0), checkpoint(1, 7), note(2)]);
    const last = checkpoint(3, before.length);
    const after = Array.from(
      { length: Math.ceil(distance / 9000) },
      (_, at) => `${encode(note(4 + at, "x".repeat(Math.min(distance, 8900))))}\n`,
    );
    const bytes = Buffer.concat([before, Buffer.from(`${encode(last)}\n${after.join("")}`)]);
    writeSession(path, bytes);
    await using file = await openFile(path);
    assert.deepEqual(await findCheckpoint(file, bytes.length), last);
  });
}

test("a checkpoint is not looked for further than 4 MiB from the end", async (t) => {
  const { path } = temporaryStore(t);
  const before = fileOf([note(0)]);
  const line = `${encode(checkpoint(1, before.length))}\n`;
  const bytes = Buffer.concat([before, Buffer.from(line), Buffer.alloc(4 * MB, `${encode(note(2, "x".repeat(1000)))}\n`)]);
  writeSession(path, bytes);
  await using file = await openFile(path);
  assert.equal(await findCheckpoint(file, bytes.length), undefined);
});

test("a checkpoint without its line end is passed over, and so is one that does not stand where it says", async (t) => {
  const { path } = temporaryStore(t);
  const header = fileOf([]);
  const first = checkpoint(0, header.length);
  const bytes = fileOf([first, checkpoint(1, 3), { ...note(2), quoted: checkpoint(2, 3) } as Entry]);
  const torn = Buffer.concat([bytes, Buffer.from(encode(checkpoint(3, bytes.length)))]);
  writeSession(path, torn);
  await using file = await openFile(path);
  assert.deepEqual(await findCheckpoint(file, torn.length), first);
});
