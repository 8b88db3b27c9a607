/**
 * What projections made of what. The same change of the same object gives the same object again, so that a provider
 * recognises by identity what it has converted before. Keep one as long as the session; it holds nothing alive.
 */
export class Edits {
  readonly #made = new WeakMap<object, Map<string, object>>();

  /** `change` names what `make` does, with all that its outcome depends on besides `source`. */
  once<Made extends object>(source: object, change: string, make: () => Made): Made {
    let changes = this.#made.get(source);
    if (changes === undefined) this.#made.set(source, (changes = new Map()));
    let made = changes.get(change) as Made | undefined;
    if (made === undefined) changes.set(change, (made = make()));
    return made;
  }
}
