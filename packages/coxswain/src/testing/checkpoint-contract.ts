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
    const [last] = await log.append(note("kept"));
    await log.append(...many("left"));
    await log.append<LeafEntry>({ type: "leaf", to: last?.id ?? null });
    await log.append(note("then"));
    await log.checkpoint();
    await log.append(note("after"));
    const before = statesOf(log);
    await log.close();
    await assertStates(store, before);
    const again = await Log.open(await store.open("one"), SOURCES, FOLDS);
    await again.append(note("again"));
    await again.checkpoint();
    const after = statesOf(again);
    await again.complete();
    assert.deepEqual(statesOf(again), after);
    assert.equal(again.entries[0]?.parent, null);
    await again.close();
    await assertStates(store, after);
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

const statesOf = (log: Log) => {
  const first = log.path.entries.findIndex(({ id }) => id === log.view(horizon).needed[0]);
  return { leaf: log.leaf, needed: log.path.entries.slice(first), texts: log.view(texts), count: log.total(count), damage: log.damage };
};

const assertStates = async (store: Store, expected: ReturnType<typeof statesOf>): Promise<void> => {
  for (const folds of [FOLDS, undefined]) {
    const log = await Log.open(await store.open("one"), SOURCES, folds);
    assert.deepEqual(statesOf(log), expected);
    await log.close();
  }
};
