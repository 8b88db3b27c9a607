import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isCheckpoint, type LeafEntry, Log } from "../log/index.ts";
import { acts, assertSame, FOLDS, open, openWhole, places, play, sources, writeLong } from "./checkpoint.fixture.ts";
import { HEADER, type Note, temporaryStore } from "./store.fixture.ts";

const LONG = "x".repeat(7000);

test("a log that began anew holds only what it needs once there is a checkpoint, and has the rest when asked", async (t) => {
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

test("a checkpoint lets go of nothing that a log still needs", async (t) => {
  const { store } = temporaryStore(t);
  const log = await Log.open(await store.create(HEADER), sources(0), FOLDS);
  await log.append<Note>(...Array.from({ length: 20 }, () => ({ type: "note", text: LONG }) as const));
  await log.checkpoint();
  assert.equal(log.entries.length, 20);
  assert.equal(log.wholeFrom, 0);
});

test("an entry after which more is needed than is at hand has the log completed before it is appended", async (t) => {
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
  assert.equal(again.wholeFrom, 0, "a checkpoint lets go of what is needed again");
  await again.close();
  assertSame(await open(store), await openWhole(store));
});

test("a reset and its undoing that come in one append need what is before both", async (t) => {
  const { store } = temporaryStore(t);
  await writeLong(store);
  const log = await open(store, 1000);
  await log.append({ type: "reset" }, { type: "undo" });
  assert.ok(log.wholeFrom > 0);
  await log.append({ type: "reset" }, { type: "undo" }, { type: "undo" });
  assert.equal(log.wholeFrom, 0);
  assertSame(log, await openWhole(store));
});

test("a leaf that moves back while a checkpoint is written finds what it needs", async (t) => {
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

test("what a log lived through while it let go of its past is what a whole reading says", async (t) => {
  let letGo = 0;
  await fc.assert(
    fc.asyncProperty(acts(15, 40), async (life) => {
      const { store } = temporaryStore(t);
      const log = await Log.open(await store.create(HEADER), sources(0), FOLDS);
      const ids = new Set<string>();
      await log.append({ type: "setup" });
      for (const act of life) {
        for (const id of places(log)) ids.add(id);
        if (act !== "reopen") await play(log, act, [...ids]);
        else if (log.wholeFrom > 0) letGo += 1;
      }
      const whole = await openWhole(store);
      assertSame(log, whole);
      await log.close();
    }),
    { numRuns: 60 },
  );
  assert.ok(letGo > 0, "no life let go of anything");
});

test("what is appended while a log is completed stays in it, also when it lets go of something meanwhile", async (t) => {
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
