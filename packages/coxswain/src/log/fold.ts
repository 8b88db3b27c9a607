import type { Entry } from "./entry.ts";

/**
 * State derived from entries, first to last. `apply` is pure and returns the same object when the entry does not affect
 * it. The state must be a JSON value, because checkpoints persist it in the log.
 */
export interface Fold<State> {
  /** Key of the state in a checkpoint. A fold whose state changes its meaning must get a new name. */
  readonly name: string;
  readonly initial: State;
  apply(state: State, entry: Entry): State;
}

export const foldPath = <State>(fold: Fold<State>, path: Iterable<Entry>): State => {
  let state = fold.initial;
  for (const entry of path) state = fold.apply(state, entry);
  return state;
};

/**
 * The folds whose states the checkpoints of a log persist, so that the log opens without reading all of its entries.
 */
export interface StoredFolds {
  /** Folds over the active path. */
  readonly path: readonly Fold<unknown>[];
  /** Folds over all entries. */
  readonly all: readonly Fold<unknown>[];
  /** Fold over the path that computes the horizon. */
  readonly horizon: Fold<Horizon>;
  /**
   * Fold over the path that computes the part with which a log may be opened before the rest of its horizon is loaded, and
   * from which checkpoints start. Default: the horizon.
   */
  readonly recent?: Fold<Horizon>;
}

/** The folds over the path whose states a checkpoint has. */
export const pathFolds = ({ path, horizon, recent }: StoredFolds): readonly Fold<unknown>[] => [
  ...path,
  horizon,
  ...(recent === undefined ? [] : [recent]),
];

/** The part of a path that must be loaded. Entries move it forward and back. */
export interface Horizon {
  /**
   * Ids of entries on the path: these entries, and all entries after the first of them, are needed. Empty: every entry
   * is needed.
   */
  readonly needed: readonly string[];
}

/** @throws {TypeError} when two folds over the same entries share a name: one would receive the other's state. */
export const assertDistinctNames = (stored: StoredFolds): void => {
  for (const folds of [pathFolds(stored), stored.all]) {
    const byName = new Map(folds.map((fold) => [fold.name, fold]));
    const duplicate = folds.find((fold) => byName.get(fold.name) !== fold);
    if (duplicate !== undefined) throw new TypeError(`Two folds are named "${duplicate.name}"; give each its own name.`);
  }
};
