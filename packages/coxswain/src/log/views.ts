import type { States } from "./checkpoint.ts";
import type { Entry } from "./entry.ts";
import { FoldNotDeclaredError } from "./errors.ts";
import type { Fold } from "./fold.ts";
import type { EntryList } from "./path.ts";

/** Starting point for folds over a partial list of entries. */
export interface Beginning {
  /** Number of the list's entries that the states include. */
  readonly length: number;
  readonly states: States;
}

/**
 * Cached fold states of entry lists: a repeated call applies only the new entries. A view starts again for another
 * revision, or for a shorter prefix of the same one.
 */
export class Views {
  readonly #views = new Map<Fold<unknown>, View<unknown>>();

  /**
   * Returns the fold of the first `length` entries. Without `beginning`, the list is complete.
   * @throws {FoldNotDeclaredError} when the beginning contains no state for the fold.
   */
  of<State>(fold: Fold<State>, list: EntryList, length: number, beginning?: Beginning): State {
    let view = this.#views.get(fold) as View<State> | undefined;
    if (view === undefined) this.#views.set(fold, (view = new View(fold)));
    return view.upTo(list, length, beginning);
  }
}

class View<State> {
  readonly #fold: Fold<State>;
  #revision: symbol | undefined;
  #length = 0;
  #state: State;

  constructor(fold: Fold<State>) {
    this.#fold = fold;
    this.#state = fold.initial;
  }

  upTo({ entries, revision }: EntryList, length: number, beginning: Beginning | undefined): State {
    if (revision !== this.#revision || length < this.#length) {
      this.#state = beginning === undefined ? this.#fold.initial : stateOf(this.#fold, beginning.states);
      this.#length = beginning?.length ?? 0;
      this.#revision = revision;
    }
    for (; this.#length < length; this.#length++) this.#state = this.#fold.apply(this.#state, entries[this.#length] as Entry);
    return this.#state;
  }
}

const stateOf = <State>({ name }: Fold<State>, states: States): State => {
  if (!Object.hasOwn(states, name)) throw new FoldNotDeclaredError(name);
  return states[name] as State;
};
