import type { Entry } from "./entry.ts";

/**
 * State derived from the entries of one path, first to last. `apply` is pure and returns the same object when the
 * entry does not matter to it.
 */
export interface Fold<State> {
  readonly initial: State;
  apply(state: State, entry: Entry): State;
}

export const foldPath = <State>(fold: Fold<State>, path: Iterable<Entry>): State => {
  let state = fold.initial;
  for (const entry of path) state = fold.apply(state, entry);
  return state;
};
