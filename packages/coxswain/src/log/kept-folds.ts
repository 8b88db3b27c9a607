import type { Fold } from "./fold.ts";

/**
 * The folds whose states the checkpoints of a log persist, so that the log opens without reading all of its entries.
 */
export interface KeptFolds {
  /** Folds over the active path. */
  readonly path: readonly Fold<unknown>[];
  /** Folds over all entries. */
  readonly all: readonly Fold<unknown>[];
  /** Fold over the path that computes the horizon. */
  readonly horizon: Fold<Horizon>;
}

/** The part of a path that must be loaded. Entries move it forward and back. */
export interface Horizon {
  /**
   * Ids of entries on the path: these entries, and all entries after the first of them, are needed. Empty: every entry
   * is needed.
   */
  readonly needed: readonly string[];
}

/** @throws {TypeError} when two folds over the same entries share a name: one would receive the other's state. */
export const assertNamedApart = ({ path, all, horizon }: KeptFolds): void => {
  for (const folds of [[...path, horizon], all]) {
    const byName = new Map(folds.map((fold) => [fold.name, fold]));
    const double = folds.find((fold) => byName.get(fold.name) !== fold);
    if (double !== undefined) throw new TypeError(`Two folds are named "${double.name}"; give each a name of its own.`);
  }
};
