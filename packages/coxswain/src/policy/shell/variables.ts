/** Limit of values per variable. */
const MAX_VALUES = 6;

/** Possible values of the line's variables. They are guesses: it is unknown which assignments run, and in which order. */
export class Variables {
  readonly #values = new Map<string, Set<string>>([
    ["IFS", new Set([" "])],
    ["HOME", new Set(["~"])],
    ["PWD", new Set(["."])],
  ]);

  /** Returns true if the value is new. */
  add(name: string, value: string): boolean {
    const values = this.#values.get(name) ?? new Set();
    if (values.has(value) || values.size >= MAX_VALUES) return false;
    this.#values.set(name, values.add(value));
    return true;
  }

  of(name: string): readonly string[] {
    return [...(this.#values.get(name) ?? [])];
  }
}
