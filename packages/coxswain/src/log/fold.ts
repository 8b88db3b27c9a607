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
