import type { Entry } from "./entry.ts";

/**
 * State derived from entries, first to last. `apply` is pure and returns the same object when the entry does not matter
 * to it. The state is a JSON value: a checkpoint keeps it in the log.
 */
export interface Fold<State> {
  /** Under which a checkpoint keeps its state; one whose states mean something else than before takes another name. */
  readonly name: string;
  readonly initial: State;
  apply(state: State, entry: Entry): State;
}

export const foldPath = <State>(fold: Fold<State>, path: Iterable<Entry>): State => {
  let state = fold.initial;
  for (const entry of path) state = fold.apply(state, entry);
  return state;
};
