/**
 * What projections made of what. The same change of the same object gives the same object again, so that a provider
 * recognises by identity what it has converted before. Keep one as long as the session; it holds nothing alive.
 */
export class Edits {
  readonly #made = new WeakMap<object, Map<string, object>>();
  readonly #sources = new WeakMap<object, object>();

  /** `change` names what `make` does, with all that its outcome depends on besides `source`. */
  once<Made extends object>(source: object, change: string, make: () => Made): Made {
    let changes = this.#made.get(source);
    if (changes === undefined) this.#made.set(source, (changes = new Map()));
    let made = changes.get(change) as Made | undefined;
    if (made === undefined) {
      changes.set(change, (made = make()));
      if (made !== source) this.#sources.set(made, source);
    }
    return made;
  }

  /** What an object was made of in the beginning, through all changes; the object itself when it was not made here. */
  origin(made: object): object {
    let origin = made;
    for (let source = this.#sources.get(origin); source !== undefined; source = this.#sources.get(origin)) origin = source;
    return origin;
  }
}
