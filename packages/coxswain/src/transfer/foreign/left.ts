/** So many kinds are told apart: a file may be made to have millions. */
const MAX_KINDS = 64;
const OTHERS = "other";

/** What of a file could not be carried over, counted by its kind. */
export class Left {
  readonly #counts = new Map<string, number>();

  add(kind: string): void {
    const plain = /^[\w<>./: -]{1,48}$/.test(kind) ? kind : OTHERS;
    const name = this.#counts.has(plain) || this.#counts.size < MAX_KINDS ? plain : OTHERS;
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  /** The most frequent first. */
  get counts(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#counts].toSorted(([, one], [, other]) => other - one));
  }
}
