import assert from "node:assert/strict";
import { cpSync, readFileSync, rmSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { type Fold, isCheckpoint, Log, type Store } from "../log/index.ts";
import { jsonlStore } from "./jsonl-store.ts";
import { type Act, acts, assertSame, FOLDS, open, openWhole, places, play, sources } from "./checkpoint.fixture.ts";
import { HEADER, type Note, pathIn, temporaryStore } from "./store.fixture.ts";

/** The ids that were appended, by a log that lived through acts and was opened again now and then. */
const live = async (store: Store, life: readonly Act[]): Promise<readonly string[]> => {
  let log = await Log.open(await store.create(HEADER), sources(0), FOLDS);
  let opened = 0;
  const ids = new Set<string>();
  const note = (): void => places(log).forEach((id) => ids.add(id));
  await log.append({ type: "setup" });
  for (const act of life) {
    if (act === "reopen") {
      note();
      await log.close();
      log = await open(store, (opened += 1) * 10_000);
    } else await play(log, act, [...ids]);
    note();
  }
  await log.close();
  return [...ids];
};

test("L17, L22: what is opened from a checkpoint is what a whole reading gives, and so is what becomes of it", async (t) => {
  let fromCheckpoints = 0;
  await fc.assert(
    fc.asyncProperty(acts(15, 40), acts(0, 6), async (life, later) => {
      const { store, directory } = temporaryStore(t);
      const ids = await live(store, life);
      const copy = `${directory}-copy`;
      cpSync(directory, copy, { recursive: true });
      t.after(() => rmSync(copy, { recursive: true }));
      const log = await open(store, 1e9);
      const whole = await openWhole(jsonlStore({ directory: copy }), 1e9);
      if (log.wholeFrom > 0) fromCheckpoints += 1;
      assert.equal(whole.wholeFrom, 0);
      assertSame(log, whole);
      for (const act of later) {
        if (act === "checkpoint" || act === "reopen") continue;
        await play(log, act, ids);
        await play(whole, act, ids);
        assertSame(log, whole);
      }
      await log.complete();
      assertSame(log, whole);
      assert.deepEqual(log.entries, whole.entries);
      assert.deepEqual(log.path.entries, whole.path.entries);
      await Promise.all([log.close(), whole.close()]);
      assert.deepEqual(readFileSync(pathIn(directory)), readFileSync(pathIn(copy)));
    }),
    { numRuns: 100 },
  );
  assert.ok(fromCheckpoints > 30, `${fromCheckpoints} were opened from a checkpoint`);
});

test("where a fold's state is no JSON there is no checkpoint, and nothing fails for that", async (t) => {
  const { store } = temporaryStore(t);
  const counted: Fold<bigint> = { name: "counted", initial: 0n, apply: (count) => count + 1n };
  const log = await Log.open(await store.create(HEADER), sources(0), { ...FOLDS, all: [counted] });
  await log.append<Note>(...Array.from({ length: 20 }, () => ({ type: "note", text: "x".repeat(7000) }) as const));
  await log.append({ type: "reset" });
  await log.append<Note>({ type: "note", text: "after" });
  await log.checkpoint();
  await log.close();
  const again = await openWhole(store);
  assert.deepEqual([again.wholeFrom, again.entries.length, again.entries.some(isCheckpoint)], [0, 22, false]);
  await again.close();
});
