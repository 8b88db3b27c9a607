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
  /** Opens the session with these bytes, and asserts that it equals a whole reading of them. */
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

test("L25: reads only the needed entries of a session that left a branch: two ranges, and all from the checkpoint on", async (t) => {
  const { checkpoint, bytes, openAs } = await longSession(t);
  assert.equal(checkpoint.ranges.length, 2);
  const log = await openAs(bytes);
  assert.equal(log.wholeFrom, checkpoint.seq);
  assert.deepEqual(textsOf(log.entries), NEEDED);
  assert.deepEqual(textsOf(log.path.entries), NEEDED);
});

test("L3: sets aside a checkpoint that is truncated at any byte, and reads everything before it", async (t) => {
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

test("L3: reports an entry that is truncated after a checkpoint, and continues before it", async (t) => {
  const { checkpoint, bytes, openAs } = await longSession(t);
  const end = bytes.indexOf("\n", checkpoint.offset) + 1;
  for (let cut = end + 1; cut < bytes.length - 1; cut++) {
    const log = await openAs(bytes.subarray(0, cut), `cut at ${cut}`);
    assert.equal(log.wholeFrom, checkpoint.seq);
    assert.equal(log.damage[0]?.offset, end);
  }
});

test("L6: a flipped bit in the needed entries or in the checkpoint gives the same result as a whole reading", async (t) => {
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

test("L4: zeros over needed entries lose the same entries as in a whole reading", async (t) => {
  const { checkpoint, bytes, openAs } = await longSession(t);
  for (const [start, end] of [...checkpoint.ranges, [checkpoint.offset, bytes.length] as const]) {
    for (let at = start; at < end; at += 41) {
      const log = await openAs(Buffer.from(bytes).fill(0, at, Math.min(at + 20, end)), `zeros at ${at}`);
      assert.equal(log.wholeFrom > 0, at > bytes.indexOf("\n", checkpoint.offset) && !log.damage.some(({ kind }) => kind === "orphan"));
    }
  }
});

test("L5, L6: ignores a checkpoint that was shifted by bytes inserted or removed anywhere", async (t) => {
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

test("L6: an entry that lost its parent is read as in a whole reading, also when a later checkpoint needs it", async (t) => {
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

/** Ranges that differ from those of the needed entries. */
const WRONG: Readonly<Record<string, (ranges: CheckpointEntry["ranges"], offset: number) => readonly (readonly number[])[]>> = {
  "begins inside a line": ([[start, end] = [0, 0], ...rest]) => [[start + 1, end], ...rest],
  "begins one byte early": ([[start, end] = [0, 0], ...rest]) => [[start - 1, end], ...rest],
  "ends inside a line": ([[start, end] = [0, 0], ...rest]) => [[start, end - 9], ...rest],
  "includes entries that are not needed": ([[start, end] = [0, 0], ...rest]) => [[start, end + 3000], ...rest],
  "is missing": ([, ...rest]) => rest,
  "is the only one": ([range = [0, 0]]) => [range],
  "appears twice": ([range = [0, 0], ...rest]) => [range, range, ...rest],
  "is in the wrong order": (ranges) => ranges.toReversed(),
  "includes the header": ([[, end] = [0, 0], ...rest]) => [[0, end], ...rest],
  "is after the checkpoint": (ranges, offset) => [...ranges, [offset, offset + 10]],
  "is before the file": ([, ...rest]) => [[-20, -10], ...rest],
  "starts at half a byte": ([[start, end] = [0, 0], ...rest]) => [[start + 0.5, end], ...rest],
  "is empty": () => [],
};
for (const [wrong, rangesOf] of Object.entries(WRONG)) {
  test(`L6: ignores a checkpoint with a range that ${wrong}`, async (t) => {
    const { checkpoint, bytes, openAs } = await longSession(t);
    const ranges = rangesOf(checkpoint.ranges, checkpoint.offset) as CheckpointEntry["ranges"];
    const log = await openAs(withLast(bytes, checkpoint, { ...checkpoint, ...checkpointDraft({ ...checkpoint, ranges }) }));
    assert.equal(log.wholeFrom, 0);
  });
}

/** Returns the file with another checkpoint instead of its last. */
const withLast = (bytes: Buffer, { offset }: CheckpointEntry, checkpoint: Entry): Buffer =>
  Buffer.concat([bytes.subarray(0, offset), Buffer.from(`${encode(checkpoint)}\n`), bytes.subarray(bytes.indexOf("\n", offset) + 1)]);

test("L6: ignores a checkpoint whose states were changed", async (t) => {
  const { checkpoint, bytes, openAs } = await longSession(t);
  const log = await openAs(withLast(bytes, checkpoint, { ...checkpoint, allStates: { count: 7 } } as Entry));
  assert.equal(log.wholeFrom, 0);
});

test("ignores a checkpoint inside another entry, or in its text", async (t) => {
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

test("L17: a session of a newer format is read whole, since its checkpoints cannot be interpreted", async (t) => {
  const { checkpoint, bytes, openAs } = await longSession(t);
  const version = `"version":${FORMAT_VERSION}`;
  const newer = Buffer.from(bytes.toString().replace(version, `"version":${FORMAT_VERSION + 1}`));
  assert.equal(newer.length, bytes.length);
  const log = await openAs(newer);
  assert.equal(log.wholeFrom, 0);
  assert.ok(log.entries.length > checkpoint.seq);
});

test("L17: ignores a checkpoint that lacks the state of a declared fold", async (t) => {
  const { store } = await longSession(t);
  const all = [...FOLDS.all, { name: "new", initial: 0, apply: (state: number) => state + 1 }];
  const log = await Log.open(await store.open(HEADER.id), sources(0), { ...FOLDS, all });
  assert.equal(log.wholeFrom, 0);
});

test("L22: the time of an entry has no effect, before a checkpoint or after it", async (t) => {
  const { checkpoint, bytes, openAs } = await longSession(t);
  const log = await openAs(withLast(bytes, checkpoint, { ...checkpoint, at: -5 }));
  assert.equal(log.wholeFrom, checkpoint.seq);
});

test("a checkpoint is the fifth field of its line and an ordinary entry: readers that do not know it see an entry", async (t) => {
  const { checkpoint, path } = await longSession(t);
  const line = linesOf(path).find((text) => text.includes('"type":"checkpoint"')) ?? assert.fail();
  assert.match(line, /^\{"seq":\d+,"id":"m\d+","parent":"m\d+","at":\d+,"type":"checkpoint","offset":/);
  assert.deepEqual(JSON.parse(line), checkpoint);
});

/** A checkpoint that states an offset. */
const checkpoint = (seq: number, offset: number): Entry => ({ ...note(seq), type: "checkpoint", offset }) as Entry;

const MB = 1024 * 1024;

for (const distance of [0, 10, 64 * 1024, 70_000, 3 * MB]) {
  test(`finds the last checkpoint ${distance} bytes before the end`, async (t) => {
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

test("does not search for a checkpoint further than 4 MiB from the end", async (t) => {
  const { path } = temporaryStore(t);
  const before = fileOf([note(0)]);
  const line = `${encode(checkpoint(1, before.length))}\n`;
  const bytes = Buffer.concat([before, Buffer.from(line), Buffer.alloc(4 * MB, `${encode(note(2, "x".repeat(1000)))}\n`)]);
  writeSession(path, bytes);
  await using file = await openFile(path);
  assert.equal(await findCheckpoint(file, bytes.length), undefined);
});

test("skips a checkpoint without its line end, and one that is not at the offset it states", async (t) => {
  const { path } = temporaryStore(t);
  const header = fileOf([]);
  const first = checkpoint(0, header.length);
  const bytes = fileOf([first, checkpoint(1, 3), { ...note(2), quoted: checkpoint(2, 3) } as Entry]);
  const torn = Buffer.concat([bytes, Buffer.from(encode(checkpoint(3, bytes.length)))]);
  writeSession(path, torn);
  await using file = await openFile(path);
  assert.deepEqual(await findCheckpoint(file, torn.length), first);
});
