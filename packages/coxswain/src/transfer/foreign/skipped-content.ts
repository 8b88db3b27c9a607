/** Maximum number of distinct kinds, since a malicious file could have millions. */
const MAX_KINDS = 64;
const OTHERS = "other";

/** Counts skipped content by kind. */
export class SkippedContent {
  readonly #counts = new Map<string, number>();

  add(kind: string): void {
    const plain = /^[\w<>./: -]{1,48}$/.test(kind) ? kind : OTHERS;
    const name = this.#counts.has(plain) || this.#counts.size < MAX_KINDS ? plain : OTHERS;
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  /** Most frequent first. */
  get counts(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#counts].toSorted(([, one], [, other]) => other - one));
  }
}
