/**
 * What projections made of what. The same change of the same object gives the same object again, so that a provider
 * recognises by identity what it has converted before. Keep one as long as the session; it holds nothing alive.
 */
export class Edits {
  readonly #made = new WeakMap<object, Map<string, object>>();
  readonly #sources = new WeakMap<object, object>();
  #leftOut = new Map<string, number>();

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

  /** An image is left out for that reason. Said where the change is made, so that it counts once. */
  leaveOut(reason: string): void {
    this.#leftOut.set(reason, (this.#leftOut.get(reason) ?? 0) + 1);
  }

  /** How many images were left out since this was asked last, by the reason. */
  takeLeftOut(): ReadonlyMap<string, number> {
    const taken = this.#leftOut;
    if (taken.size > 0) this.#leftOut = new Map();
    return taken;
  }

  /** What an object was made of in the beginning, through all changes; the object itself when it was not made here. */
  origin(made: object): object {
    let origin = made;
    for (let source = this.#sources.get(origin); source !== undefined; source = this.#sources.get(origin)) origin = source;
    return origin;
  }
}
