import type { Fold } from "../../log/index.ts";
import { inWords } from "./in-words.ts";
import { JsonValues } from "./json-values.ts";
import { ExtensionError } from "./errors.ts";
import { entryType, type ExtensionEntry, type StateDefinition } from "./extension-state.ts";

/** Folds of extension states: one for each entry type. A reloaded extension supplies new code for the same fold. */
export class States {
  readonly #folds = new Map<string, Defined>();
  readonly #json = new JsonValues();
  readonly #warn: (extension: string, line: string) => void;

  constructor(warn: (extension: string, line: string) => void) {
    this.#warn = warn;
  }

  get all(): readonly Fold<unknown>[] {
    return [...this.#folds.values()].map(({ fold }) => fold);
  }

  /**
   * Rejects a value that the log could not store unchanged.
   * @throws {ExtensionError}
   */
  mustBeJson(what: string, value: unknown): void {
    if (!this.#json.has(value)) throw new ExtensionError(`${what} is not a JSON value`);
  }

  /**
   * Defines the fold of a state. The code of a reloaded extension applies to facts from then on. The fold continues
   * after its extension is unloaded, so that the state is complete when the extension returns.
   * @throws {ExtensionError}
   */
  define<State, Fact>(extension: string, definition: StateDefinition<State, Fact>): Fold<State> {
    this.mustBeJson(`What the state ${definition.name} begins as`, definition.initial);
    const type = entryType(extension, definition.name);
    let defined = this.#folds.get(type);
    if (defined === undefined) this.#folds.set(type, (defined = this.#made(extension, type, definition)));
    else defined.redefine(definition);
    return defined.fold as Fold<State>;
  }

  #made(extension: string, type: string, first: StateDefinition<unknown, unknown>): Defined {
    let definition = first;
    let hasWarned = false;
    const fold: Fold<unknown> = {
      name: type,
      get initial() {
        return definition.initial;
      },
      apply: (state, entry) => {
        if (entry.type !== type) return state;
        try {
          const next = definition.apply(state, (entry as ExtensionEntry).fact);
          // A checkpoint would alter the value, or could not be written.
          this.mustBeJson("what it would be then", next);
          return next;
        } catch (error) {
          if (!hasWarned) this.#warn(extension, `its state ${definition.name} does not take a fact of the log: ${inWords(error)}`);
          hasWarned = true;
          return state;
        }
      },
    };
    const redefine = (next: StateDefinition<unknown, unknown>): void => {
      definition = next;
      hasWarned = false;
    };
    return { fold, redefine };
  }
}

interface Defined {
  readonly fold: Fold<unknown>;
  readonly redefine: (definition: StateDefinition<unknown, unknown>) => void;
}
