import type { Fold } from "./fold.ts";

/** The folds whose states a log's checkpoints keep, so that the log can be opened without reading all it ever held. */
export interface KeptFolds {
  /** Those that are asked of the active path. */
  readonly path: readonly Fold<unknown>[];
  /** Those that are asked of all entries. */
  readonly all: readonly Fold<unknown>[];
  /** Of a path: where what has to be at hand begins. */
  readonly horizon: Fold<Horizon>;
}

/** What of a path has to be at hand. It moves on and back, as entries say. */
export interface Horizon {
  /** Ids of entries on the path: what follows the first of them is needed, and these. None: every entry is. */
  readonly needed: readonly string[];
}

/** @throws {TypeError} when two folds of the same entries go by one name: one would be given the state of the other. */
export const assertNamedApart = ({ path, all, horizon }: KeptFolds): void => {
  for (const folds of [[...path, horizon], all]) {
    const byName = new Map(folds.map((fold) => [fold.name, fold]));
    const double = folds.find((fold) => byName.get(fold.name) !== fold);
    if (double !== undefined) throw new TypeError(`Two folds are named "${double.name}"; give each a name of its own.`);
  }
};
