import assert from "node:assert/strict";
import { cpSync, readFileSync, rmSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { type Fold, isCheckpoint, Log, type Store } from "../log/index.ts";
import { jsonlStore } from "./jsonl-store.ts";
import { type Action, actions, assertSame, FOLDS, open, openWhole, leafTargets, perform, sources } from "./checkpoint.fixture.ts";
import { HEADER, type Note, pathIn, temporaryStore } from "./store.fixture.ts";

/** Performs actions on a log, reopening it at some of them, and returns the ids of its entries. */
const performAll = async (store: Store, steps: readonly Action[]): Promise<readonly string[]> => {
  let log = await Log.open(await store.create(HEADER), sources(0), FOLDS);
  let opened = 0;
  const ids = new Set<string>();
  const note = (): void => leafTargets(log).forEach((id) => ids.add(id));
  await log.append({ type: "setup" });
  for (const action of steps) {
    if (action === "reopen") {
      note();
      await log.close();
      log = await open(store, (opened += 1) * 10_000);
    } else await perform(log, action, [...ids]);
    note();
  }
  await log.close();
  return [...ids];
};

test("L17, L22: a log opened from a checkpoint equals one that is read whole, also after later actions", async (t) => {
  let fromCheckpoints = 0;
  await fc.assert(
    fc.asyncProperty(actions(15, 40), actions(0, 6), async (steps, later) => {
      const { store, directory } = temporaryStore(t);
      const ids = await performAll(store, steps);
      const copy = `${directory}-copy`;
      cpSync(directory, copy, { recursive: true });
      t.after(() => rmSync(copy, { recursive: true }));
      const log = await open(store, 1e9);
      const whole = await openWhole(jsonlStore({ directory: copy }), 1e9);
      if (log.wholeFrom > 0) fromCheckpoints += 1;
      assert.equal(whole.wholeFrom, 0);
      assertSame(log, whole);
      for (const action of later) {
        if (action === "checkpoint" || action === "reopen") continue;
        await perform(log, action, ids);
        await perform(whole, action, ids);
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

test("a fold state that is not JSON prevents the checkpoint, and nothing fails", async (t) => {
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
