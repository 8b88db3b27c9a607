import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type CheckpointEntry,
  type Entry,
  type Fold,
  type Horizon,
  isCheckpoint,
  type StoredFolds,
  type LeafEntry,
  Log,
  type LogSources,
  type Store,
} from "../log/index.ts";
import { HEADER, type Note } from "./store.fixture.ts";

/** Ids of the notes. */
const notes: Fold<readonly string[]> = {
  name: "notes",
  initial: [],
  apply: (state, { type, id }) => (type === "note" ? [...state, id] : state),
};

const count: Fold<number> = { name: "count", initial: 0, apply: (state, { type }) => (type === "checkpoint" ? state : state + 1) };

interface Resets extends Horizon {
  readonly all: readonly string[];
}

const since = (all: readonly string[]): Resets => ({ all, needed: all.slice(-1) });

/** Starts at the last reset; after an undo, at the reset before it. */
const horizon: Fold<Resets> = {
  name: "horizon",
  initial: since([]),
  apply: ({ all, needed }, { type, id }) =>
    type === "reset" ? since([...all, id]) : type === "undo" ? since(all.slice(0, -1)) : { all, needed },
};

export const FOLDS: StoredFolds = { path: [notes], all: [count], horizon };

/** Counts on from one log to the next, so that ids differ between logs; the clock goes back as often as forward. */
export const sources = (first: number): LogSources => {
  let minted = first;
  return { now: () => (minted * 7919) % 1000, mint: () => `m${minted++}` };
};

/** Notes to append, by length; a position to move the leaf to, as a fraction of all entries; or another action. */
export type Action = readonly number[] | number | "reset" | "undo" | "checkpoint" | "reopen";

export const actions = (minLength: number, maxLength: number): fc.Arbitrary<readonly Action[]> =>
  fc.array(
    fc.oneof<fc.WeightedArbitrary<Action>[]>(
      { weight: 5, arbitrary: fc.array(fc.constantFrom(0, 3, 7000, 7000, 7000), { minLength: 1, maxLength: 5 }) },
      { weight: 2, arbitrary: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }) },
      { weight: 3, arbitrary: fc.constant("reset") },
      { weight: 1, arbitrary: fc.constant("undo") },
      { weight: 3, arbitrary: fc.constant("checkpoint") },
      { weight: 1, arbitrary: fc.constant("reopen") },
    ),
    { minLength, maxLength, size: "max" },
  );

/** Ids that the leaf can be moved to. */
export const leafTargets = (log: Log): readonly string[] => log.entries.filter(({ type }) => type !== "leaf").map(({ id }) => id);

export const perform = async (log: Log, action: Exclude<Action, "reopen">, ids: readonly string[]): Promise<void> => {
  if (action === "checkpoint") await log.checkpoint();
  else if (action === "reset" || action === "undo") await log.append({ type: action });
  else if (typeof action === "number") await log.append<LeafEntry>({ type: "leaf", to: ids[Math.floor(action * ids.length)] ?? null });
  else await log.append<Note>(...action.map((length) => ({ type: "note", text: "x".repeat(length) }) as const));
};

export const open = async (store: Store, from = 0): Promise<Log> => Log.open(await store.open(HEADER.id), sources(from), FOLDS);

/** Opens the log without stored folds, so that it is read whole. */
export const openWhole = async (store: Store, from = 0): Promise<Log> => Log.open(await store.open(HEADER.id), sources(from));

/** Returns the path from its horizon on. */
const needed = (log: Log): readonly Entry[] =>
  log.path.entries.slice(
    Math.max(
      0,
      log.path.entries.findIndex(({ id }) => id === log.view(horizon).needed[0]),
    ),
  );

/** Returns the state of a log, which must not depend on the number of loaded entries. */
const stateOf = (log: Log) => ({
  leaf: log.leaf,
  needed: needed(log),
  notes: log.view(notes),
  count: log.total(count),
  horizon: log.view(horizon),
  writtenSeq: log.writtenSeq,
  damage: log.damage,
});

export const assertSame = (log: Log, whole: Log, message?: string): void => assert.deepEqual(stateOf(log), stateOf(whole), message);

/** The notes that the session of `writeLong` needs. */
export const NEEDED = ["one", "two", "three", "four"];

/**
 * Writes a session with a reset after many notes, and a branch that is left after many more: the needed entries are in
 * two ranges. Returns its checkpoint, which one note follows.
 */
export const writeLong = async (store: Store): Promise<CheckpointEntry> => {
  const log = await Log.open(await store.create(HEADER), sources(0), FOLDS);
  const append = (...added: readonly string[]) => log.append<Note>(...added.map((text) => ({ type: "note", text }) as const));
  const many = Array.from({ length: 12 }, (_, at) => `${at}`.padEnd(7000, "x"));
  await append(...many);
  await log.append({ type: "reset" });
  const [, two] = await append("one", "two");
  await append(...many);
  await log.append<LeafEntry>({ type: "leaf", to: two?.id ?? null });
  await append("three");
  await log.checkpoint();
  await append("four");
  await log.close();
  return log.entries.find(isCheckpoint) ?? assert.fail("no checkpoint");
};

export const textsOf = (entries: readonly Entry[]): readonly string[] =>
  entries.flatMap((entry) => ("text" in entry ? [String(entry.text).slice(0, 5)] : []));
