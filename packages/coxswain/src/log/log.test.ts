import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Entry, LeafEntry } from "./entry.ts";
import { EntryExistsError, EntryNotFoundError, LogClosedError, LogWriteError } from "./errors.ts";
import { type Fold, foldPath } from "./fold.ts";
import { FORMAT, FORMAT_VERSION, type Header } from "./header.ts";
import { Log, type LogSources } from "./log.ts";
import { memoryStore } from "./memory-store.ts";
import type { LogFile, Store } from "./store.ts";

interface Note extends Entry {
  readonly type: "note";
  readonly text: string;
}

const HEADER: Header = { format: FORMAT, version: FORMAT_VERSION, id: "one", cwd: "/project", at: 0 };

const counting = (): LogSources => {
  let minted = 0;
  let time = 0;
  return { now: () => ++time, mint: () => `m${minted++}` };
};

const newLog = async (store: Store = memoryStore()): Promise<Log> => Log.open(await store.create(HEADER), counting());
const reopened = async (store: Store): Promise<Log> => Log.open(await store.open(HEADER.id), counting());
const note = (text: string) => ({ type: "note", text }) as const;
const texts = (entries: readonly Entry[]): string[] => entries.map((entry) => ("text" in entry ? String(entry.text) : entry.type));

const TEXTS: Fold<string> = {
  name: "texts",
  initial: "",
  apply: (state, entry) => ("text" in entry ? `${state}/${String(entry.text)}` : state),
};

test("a new log is empty", async () => {
  const log = await newLog();
  assert.equal(log.leaf, null);
  assert.equal(log.writtenSeq, -1);
  assert.deepEqual(log.path.entries, []);
  assert.deepEqual(log.entries, []);
  assert.equal(log.header, HEADER);
});

test("L6: an entry that does not match its type is damage, and later entries are loaded", async () => {
  const store = memoryStore();
  const file = await store.create(HEADER);
  const stamp = { at: 0, type: "note" };
  await file.append([
    { seq: 0, id: "a", parent: null, text: "a", ...stamp } as Note,
    { seq: 1, id: "b", parent: "a", ...stamp },
    { seq: 2, id: "c", parent: "b", text: "c", ...stamp } as Note,
  ]);
  await file.close();
  const log = await Log.open(await store.open(HEADER.id), { ...counting(), isValidEntry: (entry) => "text" in entry });
  assert.deepEqual(texts(log.path.entries), ["a", "c"]);
  assert.deepEqual(log.damage, [{ kind: "line", detail: 'entry 1 cannot be read as a "note"' }]);
  const [added] = await log.append<Note>(note("d"));
  assert.deepEqual([added?.seq, added?.parent], [3, "c"]);
});

test("L6: an entry with the highest possible seq is damage, and entries appended after it can be read", async () => {
  const store = memoryStore();
  const file = await store.create(HEADER);
  await file.append([0, Number.MAX_SAFE_INTEGER].map((seq, at) => ({ seq, id: `${at}`, parent: null, at: 0, type: "note" })));
  await file.close();
  const log = await reopened(store);
  assert.equal(log.damage.length, 1);
  const [added] = await log.append<Note>(note("a"));
  assert.equal(added?.seq, 1);
});

test("an append stamps each draft with its seq, an id, its parent and the time", async () => {
  const log = await newLog();
  assert.deepEqual(await log.append<Note>(note("a"), { ...note("b"), id: "mine" }), [
    { seq: 0, id: "m0", parent: null, at: 1, type: "note", text: "a" },
    { seq: 1, id: "mine", parent: "m0", at: 2, type: "note", text: "b" },
  ]);
  assert.equal(log.leaf, "mine");
  assert.equal(log.writtenSeq, 1);
  assert.equal(log.get("mine"), log.path.entries[1]);
});

test("an entry takes effect when it is appended, before the store has it", async () => {
  const log = await newLog();
  const appended = [log.append<Note>(note("a")), log.append<Note>(note("b"))];
  assert.deepEqual(texts(log.path.entries), ["a", "b"]);
  await Promise.all(appended);
});

test("a staged entry takes effect at once, and is stored together with the next append", async () => {
  const store = memoryStore();
  const log = await newLog(store);
  log.stage<Note>(note("a"));
  assert.deepEqual(texts(log.path.entries), ["a"]);
  await assert.rejects(store.open(HEADER.id));
  await log.append<Note>(note("b"));
  assert.deepEqual((await reopened(store)).path.entries, log.path.entries);
});

test("an appended entry is frozen", async () => {
  const [entry] = await (await newLog()).append<Note>(note("a"));
  assert.ok(Object.isFrozen(entry));
});

test("S0-50: after the leaf moves, entries go to another branch, and the first branch remains", async () => {
  const log = await newLog();
  const [first, second] = await log.append<Note>(note("a"), note("b"));
  await log.append<LeafEntry>({ type: "leaf", to: first?.id ?? "" });
  await log.append<Note>(note("c"));
  assert.deepEqual(texts(log.path.entries), ["a", "c"]);
  assert.deepEqual(texts(log.pathTo(second?.id ?? "")), ["a", "b"]);
  await log.append<LeafEntry>({ type: "leaf", to: null });
  assert.deepEqual(log.path.entries, []);
});

test("the leaf moves only to an entry that can have children", async () => {
  const log = await newLog();
  await log.append<Note>(note("a"));
  await log.append<LeafEntry>({ type: "leaf", to: "m0" });
  await assert.rejects(log.append<LeafEntry>({ type: "leaf", to: "unknown" }), EntryNotFoundError);
  await assert.rejects(log.append<LeafEntry>({ type: "leaf", to: "m1" }), EntryNotFoundError);
  assert.equal(log.writtenSeq, 1);
});

test("an entry of another log is appended as a draft, with new stamp fields", async () => {
  const other = await newLog();
  const [, taken] = await other.append<Note>(note("a"), { ...note("b"), id: "mine" });
  const log = await newLog();
  await log.append<Note>(note("first"));
  assert.deepEqual(await log.append<Note>(taken ?? assert.fail()), [{ seq: 1, id: "mine", parent: "m0", at: 2, type: "note", text: "b" }]);
});

test("an append rejects a leaf entry that would move to an impossible position", async () => {
  const log = await newLog();
  await log.append<Note>(note("a"));
  await assert.rejects(log.append<LeafEntry>({ type: "leaf", to: "unknown" }), EntryNotFoundError);
  assert.deepEqual(texts(log.entries), ["a"]);
});

test("an append with an existing id is rejected, and none of its entries is appended", async () => {
  const store = memoryStore();
  const log = await newLog(store);
  await log.append<Note>({ ...note("a"), id: "x" });
  await assert.rejects(log.append<Note>(note("b"), { ...note("c"), id: "x" }), EntryExistsError);
  await assert.rejects(log.append<Note>({ ...note("d"), id: "y" }, { ...note("e"), id: "y" }), EntryExistsError);
  assert.deepEqual(texts(log.path.entries), ["a"]);
  assert.deepEqual(texts((await reopened(store)).path.entries), ["a"]);
});

test("a closed log rejects appends, and closing it again has no effect", async () => {
  const log = await newLog();
  await log.close();
  await log.close();
  await assert.rejects(log.append<Note>(note("a")), LogClosedError);
  assert.deepEqual(log.path.entries, []);
});

test("L17: a log of a newer format can be read but not written", async () => {
  const newer = { ...HEADER, version: FORMAT_VERSION + 1 };
  const log = await Log.open(await memoryStore().create(newer), counting());
  await assert.rejects(log.append<Note>(note("a")), { code: "log_format" });
  assert.deepEqual(log.path.entries, []);
});

test("opening a log reports the damage in its file", async () => {
  const store = memoryStore();
  const file = await store.create(HEADER);
  const entry: Entry = { seq: 0, id: "a", parent: null, at: 0, type: "note" };
  await file.append([entry, { ...entry, seq: 1 }, { ...entry, seq: 2, id: "b", parent: "lost" }]);
  const log = await reopened(store);
  assert.deepEqual(
    log.damage.map(({ kind }) => kind),
    ["duplicate", "orphan"],
  );
  assert.deepEqual(
    log.path.entries.map(({ id }) => id),
    ["a", "b"],
  );
  assert.equal(log.writtenSeq, 2);
});

/** A file whose nth append, counted from 1, fails when `fails` returns true. */
const failing = (file: LogFile, fails: (append: number) => boolean): LogFile => {
  let appends = 0;
  return {
    header: file.header,
    damage: [],
    read: () => file.read(),
    acquire: () => file.acquire(),
    append: async (entries) => {
      if (fails(++appends)) throw new LogWriteError("no space");
      return file.append(entries);
    },
    sync: () => file.sync(),
    close: () => file.close(),
  };
};

/** A file on a disk that is full until `free` is called. */
const fullDisk = async (store: Store): Promise<{ file: LogFile; free(): void }> => {
  let full = true;
  const free = (): void => {
    full = false;
  };
  return { file: failing(await store.create(HEADER), () => full), free };
};

test("L8: entries that could not be written stay in the log, and are written before the next ones", async () => {
  const store = memoryStore();
  const disk = await fullDisk(store);
  const log = await Log.open(disk.file, counting());
  await assert.rejects(log.append<Note>(note("a")), LogWriteError);
  await assert.rejects(Promise.all([log.append<Note>(note("b")), log.append<Note>(note("c"))]), LogWriteError);
  await assert.rejects(log.sync(), LogWriteError);
  assert.deepEqual(texts(log.path.entries), ["a", "b", "c"]);
  disk.free();
  await log.append<Note>(note("d"));
  const again = await reopened(store);
  assert.deepEqual(again.path.entries, log.path.entries);
  assert.deepEqual(again.damage, []);
});

test("L8: a sync writes pending entries", async () => {
  const store = memoryStore();
  const disk = await fullDisk(store);
  const log = await Log.open(disk.file, counting());
  await assert.rejects(log.append<Note>(note("a")), LogWriteError);
  disk.free();
  await log.sync();
  assert.deepEqual((await reopened(store)).path.entries, log.path.entries);
});

test("L8: concurrent appends reach the store in call order, whichever of them fails", async () => {
  for (let failed = 1; failed <= 4; failed++) {
    const store = memoryStore();
    const log = await Log.open(
      failing(await store.create(HEADER), (append) => append === failed),
      counting(),
    );
    const appends = ["a", "b", "c", "d"].map((text) => log.append<Note>(note(text)));
    const ends = await Promise.allSettled(appends);
    assert.deepEqual(
      ends.map(({ status }) => status === "rejected"),
      [1, 2, 3, 4].map((append) => append === failed),
    );
    await log.close();
    const again = await reopened(store);
    assert.deepEqual(texts(again.path.entries), ["a", "b", "c", "d"]);
    assert.deepEqual(again.damage, []);
  }
});

test("L8: closing waits for earlier appends and writes pending entries", async () => {
  const store = memoryStore();
  const disk = await fullDisk(store);
  const log = await Log.open(disk.file, counting());
  await assert.rejects(log.append<Note>(note("a")), LogWriteError);
  disk.free();
  const last = log.append<Note>(note("b"));
  await Promise.all([log.close(), log.close(), last]);
  assert.deepEqual(texts((await reopened(store)).path.entries), ["a", "b"]);
});

test("L8: closing a log reports facts that are lost", async () => {
  const disk = await fullDisk(memoryStore());
  const log = await Log.open(disk.file, counting());
  await assert.rejects(log.append<Note>(note("a")), LogWriteError);
  await assert.rejects(log.close(), LogWriteError);
  await assert.rejects(disk.file.sync(), LogClosedError);
});

test("writtenSeq is the seq of the last entry in the store", async () => {
  const disk = await fullDisk(memoryStore());
  const log = await Log.open(disk.file, counting());
  log.stage<Note>(note("first"));
  await assert.rejects(log.append<Note>(note("a")), LogWriteError);
  assert.equal(log.writtenSeq, -1);
  disk.free();
  const append = log.append<Note>(note("b"));
  assert.equal(log.writtenSeq, -1);
  await append;
  assert.equal(log.writtenSeq, 2);
});

test("a log with only a staged entry is not written", async () => {
  const store = memoryStore();
  const log = await newLog(store);
  log.stage<Note>(note("first"));
  await log.sync();
  await log.close();
  assert.deepEqual(await Array.fromAsync(store.list()), []);
});

test("an entry that the store rejects is removed, and does not block the next one", async () => {
  const store = memoryStore();
  const file = await store.create(HEADER);
  const log = await Log.open(
    { ...file, append: async (entries) => file.append(structuredClone(entries)), read: () => file.read() },
    counting(),
  );
  await log.append<Note>(note("a"));
  const uncloneable = { type: "note", text: "b", act: () => {} } as const;
  await assert.rejects(log.append<Note>(uncloneable), { name: "DataCloneError" });
  assert.deepEqual(texts(log.path.entries), ["a"]);
  await log.append<Note>(note("c"));
  const again = await reopened(store);
  assert.deepEqual(texts(again.path.entries), ["a", "c"]);
  assert.deepEqual(again.damage, []);
});

/** Strings to append, or the index of an entry to move the leaf to (null: no entry). */
type Act = readonly string[] | number | null;

const acts = fc.array(
  fc.oneof<fc.WeightedArbitrary<Act>[]>(
    { weight: 3, arbitrary: fc.array(fc.string({ maxLength: 3 }), { minLength: 1, maxLength: 3 }) },
    { weight: 1, arbitrary: fc.option(fc.nat()) },
  ),
  { maxLength: 40 },
);

const play = async (log: Log, act: Act): Promise<void> => {
  if (typeof act === "object" && act !== null) {
    await log.append<Note>(...act.map(note));
    return;
  }
  const notes = log.entries.filter(({ type }) => type === "note");
  await log.append<LeafEntry>({ type: "leaf", to: act === null || notes.length === 0 ? null : (notes[act % notes.length]?.id ?? null) });
};

test("after any operations, a view equals a fresh fold of the path, and a total a fresh fold of all entries", async () => {
  await fc.assert(
    fc.asyncProperty(acts, async (sequence) => {
      const log = await newLog();
      for (const act of sequence) {
        await play(log, act);
        assert.equal(log.view(TEXTS), foldPath(TEXTS, log.path.entries));
        assert.equal(log.total(TEXTS), foldPath(TEXTS, log.entries));
        assert.equal(log.path.entries.at(-1)?.id ?? null, log.leaf);
      }
    }),
  );
});

test("S0-78: after any operations, a reopened log has the same path, leaf, entries and views", async () => {
  await fc.assert(
    fc.asyncProperty(acts, async (sequence) => {
      const store = memoryStore();
      const log = await newLog(store);
      await log.append<Note>(note("first"));
      for (const act of sequence) await play(log, act);
      const again = await reopened(store);
      assert.deepEqual(again.path.entries, log.path.entries);
      assert.deepEqual(again.entries, log.entries);
      assert.equal(again.leaf, log.leaf);
      assert.equal(again.writtenSeq, log.writtenSeq);
      assert.equal(again.view(TEXTS), log.view(TEXTS));
      assert.deepEqual(again.damage, []);
    }),
  );
});

test("a repeated view applies only the entries appended since", async () => {
  const log = await newLog();
  let applied = 0;
  const counted: Fold<number> = { name: "counted", initial: 0, apply: (state) => (applied++, state + 1) };
  for (let at = 1; at <= 100; at++) {
    await log.append<Note>(note("a"));
    assert.equal(log.view(counted), at);
  }
  assert.equal(applied, 100);
});
