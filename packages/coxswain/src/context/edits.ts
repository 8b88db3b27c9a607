/**
 * Cache of the objects that projections derive from others. The same change of the same object returns the same object,
 * so that a provider can recognize by identity what it has already converted. Keep one instance for the session's
 * lifetime; it holds its objects weakly.
 */
export class Edits {
  readonly #made = new WeakMap<object, Map<string, object>>();
  readonly #sources = new WeakMap<object, object>();
  #omitted = new Map<string, number>();

  /** `change` must identify the change and everything besides `source` that affects the result. */
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

  /**
   * Counts an image omitted for this reason. Called by the function that makes the change, so that each image counts
   * once.
   */
  countOmitted(reason: string): void {
    this.#omitted.set(reason, (this.#omitted.get(reason) ?? 0) + 1);
  }

  /** Returns the number of omitted images by reason since the last call. */
  takeOmitted(): ReadonlyMap<string, number> {
    const taken = this.#omitted;
    if (taken.size > 0) this.#omitted = new Map();
    return taken;
  }

  /**
   * Returns the original of a derived object, through all changes, or the object itself when it was not derived here.
   */
  origin(made: object): object {
    let origin = made;
    for (let source = this.#sources.get(origin); source !== undefined; source = this.#sources.get(origin)) origin = source;
    return origin;
  }
}
