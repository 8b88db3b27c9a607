import assert from "node:assert/strict";
import { writeFileSync, readFileSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { type Fold, type Horizon, isCheckpoint, Log, LogClosedError, type Store, type StoredFolds } from "../log/index.ts";
import { type Action, actions, assertSame, FOLDS, leafTargets, openWhole, perform, sources } from "./checkpoint.fixture.ts";
import { HEADER, type Note, pathIn, temporaryStore } from "./store.fixture.ts";

/** The last three notes, wherever the horizon begins. */
const lastNotes: Fold<Horizon & { readonly last: readonly string[] }> = {
  name: "lastNotes",
  initial: { needed: [], last: [] },
  apply: (state, { type, id }) => {
    if (type !== "note") return state;
    const last = [...state.last, id].slice(-3);
    return { needed: last.length < 3 ? [] : last.slice(0, 1), last };
  },
};
const RECENT: StoredFolds = { ...FOLDS, recent: lastNotes };

const openRecent = async (store: Store, from = 0): Promise<Log> =>
  Log.open(await store.open(HEADER.id), sources(from), RECENT, { recent: true });

const note = (text: string) => ({ type: "note", text }) as const;

/** Writes a session without a reset: its horizon is everything. Returns the number of its entries. */
const writeWhole = async (store: Store): Promise<number> => {
  const log = await Log.open(await store.create(HEADER), sources(0), RECENT);
  await log.append<Note>(...Array.from({ length: 16 }, (_, at) => note(`${at}`.padEnd(7000, "x"))));
  await log.checkpoint();
  await log.append<Note>(note("after"));
  await log.close();
  return log.entries.length;
};

test("L25: a log opened with its recent part equals one that is read whole once it is loaded, also after later actions", async (t) => {
  let parts = 0;
  await fc.assert(
    fc.asyncProperty(actions(15, 40), actions(0, 6), async (steps: readonly Action[], later: readonly Action[]) => {
      const { store } = temporaryStore(t);
      const log = await Log.open(await store.create(HEADER), sources(0), RECENT);
      await log.append({ type: "setup" });
      for (const action of steps) if (action !== "reopen") await perform(log, action, leafTargets(log));
      const ids = leafTargets(log);
      await log.close();
      const recent = await openRecent(store, 1e6);
      if (recent.wholeFrom > 0) parts += 1;
      for (const action of later) if (action !== "reopen") await perform(recent, action, ids);
      await recent.complete("needed");
      await recent.sync();
      const whole = await openWhole(store);
      assertSame(recent, whole);
      await recent.complete();
      assert.deepEqual(recent.entries, whole.entries);
      await Promise.all([recent.close(), whole.close()]);
    }),
    { numRuns: 60 },
  );
  assert.ok(parts > 20, `${parts} were opened with a part`);
});

test("opens with the last notes, and loads the others when it is asked to", async (t) => {
  const { store } = temporaryStore(t);
  const length = await writeWhole(store);
  const log = await openRecent(store, 1000);
  assert.deepEqual(
    log.entries.filter(({ type }) => type === "note").map((entry) => (entry as Note).text.slice(0, 2)),
    ["13", "14", "15", "af"],
  );
  assert.ok(log.wholeFrom > 0);
  await log.append<Note>(note("more"));
  assert.ok(log.wholeFrom > 0, "an append needs no earlier entries");
  await log.complete("needed");
  assert.deepEqual([log.wholeFrom, log.entries.length], [0, length + 1]);
  await log.close();
});

test("without the option, a log whose horizon is everything is read whole, and the next checkpoint is not due", async (t) => {
  const { store } = temporaryStore(t);
  await writeWhole(store);
  const log = await Log.open(await store.open(HEADER.id), sources(1000), RECENT);
  assert.equal(log.wholeFrom, 0);
  await log.append<Note>(note("more"));
  await log.checkpoint();
  assert.equal(log.entries.filter(isCheckpoint).length, 1);
  await log.close();
});

test("loading reports damage in the part that was not read", async (t) => {
  const { store, directory } = temporaryStore(t);
  await writeWhole(store);
  const path = pathIn(directory);
  // The length is the same, so that the offsets of the checkpoint are right.
  writeFileSync(path, readFileSync(path, "utf8").replace('"text":"4xx', '"text":x4x"'));
  const log = await openRecent(store);
  assert.deepEqual(log.damage, []);
  const found: string[] = [];
  log.follow(
    () => {},
    ({ detail }) => void found.push(detail),
  );
  await log.complete("needed");
  await log.complete("needed");
  assert.deepEqual(
    log.damage.map(({ detail }) => detail),
    found,
  );
  assert.equal(found.length, 2);
  await log.close();
});

test("closing the log stops the loading", async (t) => {
  const { store } = temporaryStore(t);
  await writeWhole(store);
  const log = await openRecent(store);
  const loading = log.complete("needed");
  const closed = log.close();
  await assert.rejects(loading, LogClosedError);
  await closed;
});
