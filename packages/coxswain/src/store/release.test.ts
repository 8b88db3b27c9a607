import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isCheckpoint, type LeafEntry, Log } from "../log/index.ts";
import { actions, assertSame, FOLDS, open, openWhole, leafTargets, perform, sources, writeLong } from "./checkpoint.fixture.ts";
import { HEADER, type Note, temporaryStore } from "./store.fixture.ts";

const LONG = "x".repeat(7000);

test("after a reset, a checkpoint releases all entries that are not needed, and the log loads them on request", async (t) => {
  const { store } = temporaryStore(t);
  const log = await Log.open(await store.create(HEADER), sources(0), FOLDS);
  const notes = await log.append<Note>(...Array.from({ length: 20 }, () => ({ type: "note", text: LONG }) as const));
  await log.append({ type: "reset" });
  await log.append<Note>({ type: "note", text: "after" });
  assert.equal(log.entries.length, 22);
  await log.checkpoint();
  assert.deepEqual(
    log.entries.map(({ type }) => type),
    ["reset", "note", "checkpoint"],
  );
  const again = await openWhole(store);
  assertSame(log, again);
  await log.complete();
  assert.deepEqual(log.entries.slice(0, 20), notes);
  await log.append<LeafEntry>({ type: "leaf", to: notes[3]?.id ?? null });
  assert.equal(log.path.entries.length, 4);
});

test("a checkpoint releases no entry that a log still needs", async (t) => {
  const { store } = temporaryStore(t);
  const log = await Log.open(await store.create(HEADER), sources(0), FOLDS);
  await log.append<Note>(...Array.from({ length: 20 }, () => ({ type: "note", text: LONG }) as const));
  await log.checkpoint();
  assert.equal(log.entries.length, 20);
  assert.equal(log.wholeFrom, 0);
});

test("an append that needs more entries than are loaded completes the log first", async (t) => {
  const { store } = temporaryStore(t);
  const log = await Log.open(await store.create(HEADER), sources(0), FOLDS);
  await log.append<Note>(...Array.from({ length: 20 }, () => ({ type: "note", text: LONG }) as const));
  await log.append({ type: "reset" });
  await log.append<Note>({ type: "note", text: "after" });
  await log.checkpoint();
  await log.close();
  const again = await open(store, 1000);
  assert.ok(again.wholeFrom > 0);
  await again.append<Note>({ type: "note", text: "needs no more" });
  assert.ok(again.wholeFrom > 0);
  await again.append({ type: "undo" });
  assert.equal(again.wholeFrom, 0);
  assert.deepEqual(
    again.path.entries.map(({ type }) => type),
    [...Array<string>(20).fill("note"), "reset", "note", "checkpoint", "note", "undo"],
  );
  await again.checkpoint();
  assert.equal(again.wholeFrom, 0, "a checkpoint released entries that are needed again");
  await again.close();
  assertSame(await open(store), await openWhole(store));
});

test("a reset and an undo in one append need the entries before both", async (t) => {
  const { store } = temporaryStore(t);
  await writeLong(store);
  const log = await open(store, 1000);
  await log.append({ type: "reset" }, { type: "undo" });
  assert.ok(log.wholeFrom > 0);
  await log.append({ type: "reset" }, { type: "undo" }, { type: "undo" });
  assert.equal(log.wholeFrom, 0);
  assertSame(log, await openWhole(store));
});

test("a leaf that moves back while a checkpoint is written finds the entries that it needs", async (t) => {
  const { store } = temporaryStore(t);
  const log = await Log.open(await store.create(HEADER), sources(0), FOLDS);
  const [first] = await log.append<Note>(...Array.from({ length: 20 }, () => ({ type: "note", text: LONG }) as const));
  await log.append({ type: "reset" });
  const written = log.checkpoint();
  const moved = log.append<LeafEntry>({ type: "leaf", to: first?.id ?? null });
  await Promise.all([written, moved]);
  assert.ok(log.entries.some(isCheckpoint));
  assert.deepEqual(log.path.entries, [first]);
  await log.append<Note>({ type: "note", text: "on from there" });
  assertSame(log, await openWhole(store));
});

test("a log that released entries during any actions equals one that is read whole", async (t) => {
  let releases = 0;
  await fc.assert(
    fc.asyncProperty(actions(15, 40), async (steps) => {
      const { store } = temporaryStore(t);
      const log = await Log.open(await store.create(HEADER), sources(0), FOLDS);
      const ids = new Set<string>();
      await log.append({ type: "setup" });
      for (const action of steps) {
        for (const id of leafTargets(log)) ids.add(id);
        if (action !== "reopen") await perform(log, action, [...ids]);
        else if (log.wholeFrom > 0) releases += 1;
      }
      const whole = await openWhole(store);
      assertSame(log, whole);
      await log.close();
    }),
    { numRuns: 60 },
  );
  assert.ok(releases > 0, "no run released an entry");
});

test("an append during the completion of a log stays in it, also when a checkpoint releases entries meanwhile", async (t) => {
  const { store } = temporaryStore(t);
  await writeLong(store);
  const log = await open(store, 1000);
  await log.append<Note>(...Array.from({ length: 20 }, () => ({ type: "note", text: LONG }) as const));
  await log.append({ type: "reset" });
  const checkpoint = log.checkpoint();
  const completed = log.complete();
  await checkpoint;
  const [meanwhile] = await log.append<Note>({ type: "note", text: "meanwhile" });
  await completed;
  const [next] = await log.append<Note>({ type: "note", text: "next" });
  assert.equal(next?.parent, meanwhile?.id);
  await log.complete();
  await log.close();
  assert.deepEqual(log.entries, (await openWhole(store)).entries);
});
