import assert from "node:assert/strict";
import { type Entry, type Fold, type Horizon, type StoredFolds, type LeafEntry, Log, randomEntryId, type Store } from "../log/index.ts";
import { header } from "./stored-sessions.ts";
import type { Promises } from "./writer-contract.ts";

/** Registers the tests of opening a session at a checkpoint, and of stores without checkpoints. */
export const checkpointContract = (promise: Promises): void => {
  promise("L25: a long session that was reset and rewound resumes with all its required state", async (store) => {
    const log = await Log.open(await store.create(header("one")), SOURCES, FOLDS);
    await log.append(...many("before"));
    await log.append({ type: "reset" });
    const [kept] = await log.append(note("kept"));
    await log.append(...many("left"));
    await log.append<LeafEntry>({ type: "leaf", to: kept?.id ?? null });
    await log.append(note("then"));
    await log.checkpoint();
    await log.append(note("after"));
    const said = saying(log);
    await log.close();
    await assertSays(store, said);
    const again = await Log.open(await store.open("one"), SOURCES, FOLDS);
    await again.append(note("again"));
    await again.checkpoint();
    const saidAgain = saying(again);
    await again.complete();
    assert.deepEqual(saying(again), saidAgain);
    assert.equal(again.entries[0]?.parent, null);
    await again.close();
    await assertSays(store, saidAgain);
  });
};

interface Note extends Entry {
  readonly type: "note";
  readonly text: string;
}

const note = (text: string): Pick<Note, "type" | "text"> => ({ type: "note", text });

/** More data than a store reads speculatively. */
const many = (text: string) => Array.from({ length: 12 }, () => note(text.padEnd(7_000, ".")));

const SOURCES = { now: () => 1, mint: randomEntryId };

const isNote = (entry: Entry): entry is Note => entry.type === "note";

const texts: Fold<readonly string[]> = {
  name: "texts",
  initial: [],
  apply: (state, entry) => (isNote(entry) ? [...state, entry.text.slice(0, 6)] : state),
};
const count: Fold<number> = { name: "count", initial: 0, apply: (state, entry) => (isNote(entry) ? state + 1 : state) };
const horizon: Fold<Horizon> = {
  name: "horizon",
  initial: { needed: [] },
  apply: (state, { type, id }) => (type === "reset" ? { needed: [id] } : state),
};
const FOLDS: StoredFolds = { path: [texts], all: [count], horizon };

const saying = (log: Log) => {
  const first = log.path.entries.findIndex(({ id }) => id === log.view(horizon).needed[0]);
  return { leaf: log.leaf, needed: log.path.entries.slice(first), texts: log.view(texts), count: log.total(count), damage: log.damage };
};

const assertSays = async (store: Store, said: ReturnType<typeof saying>): Promise<void> => {
  for (const kept of [FOLDS, undefined]) {
    const log = await Log.open(await store.open("one"), SOURCES, kept);
    assert.deepEqual(saying(log), said);
    await log.close();
  }
};
