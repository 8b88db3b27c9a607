/** More values of one variable are not told apart. */
const MOST = 6;

/** What the variables of a line may hold: guesses, for whether an assignment is reached and which one was last is not known. */
export class Variables {
  readonly #values = new Map<string, Set<string>>([
    ["IFS", new Set([" "])],
    ["HOME", new Set(["~"])],
    ["PWD", new Set(["."])],
  ]);

  /** Whether it was new. */
  add(name: string, value: string): boolean {
    const values = this.#values.get(name) ?? new Set();
    if (values.has(value) || values.size >= MOST) return false;
    this.#values.set(name, values.add(value));
    return true;
  }

  of(name: string): readonly string[] {
    return [...(this.#values.get(name) ?? [])];
  }
}
