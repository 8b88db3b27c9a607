import assert from "node:assert/strict";
import { test } from "node:test";
import { type Fold, FoldNotDeclaredError, isCheckpoint, type LeafEntry, Log } from "../log/index.ts";
import { assertSame, FOLDS, NEEDED, open, openWhole, sources, textsOf, writeLong } from "./checkpoint.fixture.ts";
import { HEADER, type Note, temporaryStore } from "./store.fixture.ts";

const lengths: Fold<number> = {
  name: "lengths",
  initial: 0,
  apply: (state, entry) => state + ("text" in entry ? String(entry.text).length : 0),
};

test("rejects an undeclared fold on a partly read log, and accepts it once the log is complete", async (t) => {
  const { store } = temporaryStore(t);
  await writeLong(store);
  const log = await open(store);
  assert.throws(() => log.view(lengths), FoldNotDeclaredError);
  assert.throws(() => log.total(lengths), { code: "fold_not_declared" });
  await log.complete();
  assert.equal(log.wholeFrom, 0);
  assert.ok(log.view(lengths) > 12 * 7000);
});

test("adding a stored fold completes the log, and the next checkpoint contains its state", async (t) => {
  const { store } = temporaryStore(t);
  await writeLong(store);
  const log = await open(store, 1000);
  await log.persistFolds([lengths]);
  const length = log.view(lengths);
  await log.append({ type: "reset" });
  await log.append<Note>({ type: "note", text: "after" });
  await log.checkpoint();
  await log.close();
  const again = await open(store);
  assert.ok(again.wholeFrom > 0);
  await again.persistFolds([lengths]);
  assert.ok(again.wholeFrom > 0);
  assert.equal(again.view(lengths), length + "after".length);
});

test("an append during the completion of a log takes effect at once, after the earlier entries", async (t) => {
  const { store } = temporaryStore(t);
  await writeLong(store);
  const log = await open(store, 1000);
  const completed = log.complete();
  const appended = log.append<Note>({ type: "note", text: "meanwhile" });
  assert.equal(textsOf(log.path.entries).at(-1), "meanw");
  await Promise.all([completed, log.complete(), appended]);
  await log.close();
  assertSame(log, await openWhole(store));
  assert.deepEqual(log.entries, (await openWhole(store)).entries);
});

test("loaded entries are the same objects in the completed log", async (t) => {
  const { store } = temporaryStore(t);
  await writeLong(store);
  const log = await open(store);
  const before = [...log.path.entries];
  await log.complete();
  assert.ok(before.every((entry) => log.path.entries.includes(entry)));
});

test("an id that belongs to an entry that is not loaded stays that entry's in the completed log", async (t) => {
  const { store } = temporaryStore(t);
  await writeLong(store);
  const id = (await openWhole(store)).entries[3]?.id ?? assert.fail();
  const log = await open(store, 1000);
  await log.append<Note>({ type: "note", text: "second", id });
  await log.complete();
  assert.deepEqual(log.entries, (await openWhole(store)).entries);
});

test("the leaf moves to an entry that is not loaded, but not to one that does not exist", async (t) => {
  const { store } = temporaryStore(t);
  await writeLong(store);
  const whole = await openWhole(store);
  const early = whole.entries[3]?.id ?? assert.fail();
  const log = await open(store, 1000);
  assert.equal(log.get(early), undefined);
  await assert.rejects(log.append<LeafEntry>({ type: "leaf", to: "nowhere" }), { code: "entry_not_found" });
  const again = await open(store, 1000);
  await again.append<LeafEntry>({ type: "leaf", to: early });
  assert.deepEqual(again.path.entries, whole.entries.slice(0, 4));
});

test("a log without stored folds is read whole and writes no checkpoint", async (t) => {
  const { store } = temporaryStore(t);
  await writeLong(store);
  const log = await Log.open(await store.open(HEADER.id), sources(1000));
  const { length } = log.entries;
  await log.append({ type: "reset" });
  await log.checkpoint();
  assert.equal(log.entries.length, length + 1);
});

test("a log that was only read writes no checkpoint", async (t) => {
  const { store } = temporaryStore(t);
  await writeLong(store);
  const log = await Log.open(await store.open(HEADER.id), sources(1000), { ...FOLDS, path: [...FOLDS.path, lengths] });
  const { length } = log.entries;
  await log.checkpoint();
  assert.equal(log.entries.length, length);
});

test("a checkpoint contains the damage before it, so that it is still reported", async (t) => {
  const { store, path } = temporaryStore(t);
  const { appendFileSync } = await import("node:fs");
  await writeLong(store);
  appendFileSync(path, "garbage\n");
  const log = await Log.open(await store.open(HEADER.id), sources(1000), { ...FOLDS, path: [...FOLDS.path, lengths] });
  assert.equal(log.damage.length, 1);
  await log.append({ type: "reset" });
  await log.checkpoint();
  await log.close();
  const again = await open(store);
  assert.ok(again.wholeFrom > 0);
  const whole = await openWhole(store);
  assert.equal(whole.entries.filter(isCheckpoint).length, 2);
  assertSame(again, whole);
  assert.notDeepEqual(textsOf(again.path.entries), NEEDED);
});
