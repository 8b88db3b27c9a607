import type { Fold } from "./fold.ts";

/** The folds whose states a log's checkpoints keep, so that the log can be opened without reading all it ever held. */
export interface KeptFolds {
  /** Those that are asked of the active path. */
  readonly path: readonly Fold<unknown>[];
  /** Those that are asked of all entries. */
  readonly all: readonly Fold<unknown>[];
  /** Of a path: the id of the first entry that has to be at hand; null: every one has to be. */
  readonly horizon: Fold<string | null>;
}

/** @throws {TypeError} when two folds of the same entries go by one name: one would be given the state of the other. */
export const assertNamedApart = ({ path, all, horizon }: KeptFolds): void => {
  for (const folds of [[...path, horizon], all]) {
    const byName = new Map(folds.map((fold) => [fold.name, fold]));
    const double = folds.find((fold) => byName.get(fold.name) !== fold);
    if (double !== undefined) throw new TypeError(`Two folds are named "${double.name}"; give each a name of its own.`);
  }
};
