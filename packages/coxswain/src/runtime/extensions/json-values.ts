/** Knows values that are JSON. What was looked at once is not looked at again: a state that is long costs what is new in it. */
export class JsonValues {
  readonly #known = new WeakSet<object>();

  has(value: unknown): boolean {
    try {
      return this.#isJson(value, new Set());
    } catch {
      return false; // too deep, or it has a getter that throws
    }
  }

  /** A field that is undefined is none. `around`: what it is in, so that nothing is in itself. */
  #isJson(value: unknown, around: Set<object>): boolean {
    if (typeof value === "number") return Number.isFinite(value);
    if (typeof value !== "object" || value === null) return value === null || typeof value === "string" || typeof value === "boolean";
    if (this.#known.has(value)) return true;
    if (around.has(value) || !isPlain(value)) return false;
    around.add(value);
    const isFit = Array.isArray(value)
      ? Array.from(value).every((item) => this.#isJson(item, around))
      : Object.values(value).every((item) => item === undefined || this.#isJson(item, around));
    around.delete(value);
    if (isFit) this.#known.add(value);
    return isFit;
  }
}

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
};
