import type { CommandWord } from "../../loop/index.ts";

/** More values of one variable are not told apart. */
const MOST = 6;

/** What the variables of a line may hold: guesses, for whether an assignment is reached and which one was last is not known. */
export class Variables {
  readonly #values = new Map<string, Set<string>>([
    ["IFS", new Set([" "])],
    ["HOME", new Set(["~"])],
    ["PWD", new Set(["."])],
  ]);

  readonly #exact = new Map<string, readonly CommandWord[]>();

  /** While something is read, a variable holds one of these and nothing else. */
  during(name: string, values: readonly CommandWord[], read: () => void): void {
    const before = this.#exact.get(name);
    this.#exact.set(name, values);
    read();
    if (before === undefined) this.#exact.delete(name);
    else this.#exact.set(name, before);
  }

  /** What it holds for certain, one of these; undefined where that is not known. */
  exactly(name: string): readonly CommandWord[] | undefined {
    return this.#exact.get(name);
  }

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
