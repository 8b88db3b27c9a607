/** Checks whether values are JSON. Caches checked values, so that a long state costs only as much as its new parts. */
export class JsonValues {
  readonly #checked = new WeakSet<object>();

  has(value: unknown): boolean {
    try {
      return this.#isJson(value, new Set());
    } catch {
      return false; // nested too deeply, or a getter throws
    }
  }

  /** An undefined field counts as absent. `around`: the enclosing objects, to detect cycles. */
  #isJson(value: unknown, around: Set<object>): boolean {
    if (typeof value === "number") return Number.isFinite(value);
    if (typeof value !== "object" || value === null) return value === null || typeof value === "string" || typeof value === "boolean";
    if (this.#checked.has(value)) return true;
    if (around.has(value) || !isPlain(value)) return false;
    around.add(value);
    const isFit = Array.isArray(value)
      ? Array.from(value).every((item) => this.#isJson(item, around))
      : Object.values(value).every((item) => item === undefined || this.#isJson(item, around));
    around.delete(value);
    if (isFit) this.#checked.add(value);
    return isFit;
  }
}

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
};
