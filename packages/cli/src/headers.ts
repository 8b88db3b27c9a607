/**
 * The web's `Headers` (https://fetch.spec.whatwg.org/#headers-class), used by the bundle instead of Node's: referencing
 * Node's class loads all of undici, which costs 25 ms at start, while requests use node:http. Iterators work on a
 * snapshot.
 */
export class Headers {
  readonly #values = new Map<string, readonly string[]>();

  /** @throws {TypeError} for an invalid name or value */
  constructor(init?: Iterable<readonly string[]> | Readonly<Record<string, string>>) {
    if (init === undefined) return;
    if (init === null || typeof init !== "object") throw new TypeError("Headers must be an object, pairs, or other headers.");
    for (const pair of Symbol.iterator in init ? init : Object.entries(init)) {
      const [name, value, ...more] = pair;
      if (name === undefined || value === undefined || more.length > 0)
        throw new TypeError("A header must be a pair of a name and a value.");
      this.append(name, value);
    }
  }

  append(name: string, value: string): void {
    const key = nameOf(name);
    this.#values.set(key, [...(this.#values.get(key) ?? []), valueOf(value)]);
  }

  delete(name: string): void {
    this.#values.delete(nameOf(name));
  }

  get(name: string): string | null {
    return this.#values.get(nameOf(name))?.join(", ") ?? null;
  }

  getSetCookie(): string[] {
    return [...(this.#values.get(SET_COOKIE) ?? [])];
  }

  has(name: string): boolean {
    return this.#values.has(nameOf(name));
  }

  set(name: string, value: string): void {
    this.#values.set(nameOf(name), [valueOf(value)]);
  }

  forEach(callback: (value: string, name: string, headers: Headers) => void, self?: unknown): void {
    for (const [name, value] of this.#pairs()) callback.call(self, value, name, this);
  }

  *keys(): IterableIterator<string> {
    for (const [name] of this.#pairs()) yield name;
  }

  *values(): IterableIterator<string> {
    for (const [, value] of this.#pairs()) yield value;
  }

  entries(): IterableIterator<[string, string]> {
    return this.#pairs().values();
  }

  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.entries();
  }

  /** Sorted by name. Cookies are never joined. */
  #pairs(): [string, string][] {
    return [...this.#values]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .flatMap(([name, values]) => (name === SET_COOKIE ? values : [values.join(", ")]).map((value): [string, string] => [name, value]));
  }
}

const SET_COOKIE = "set-cookie";

const nameOf = (name: unknown): string => {
  const text = String(name);
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(text)) throw new TypeError(`"${text}" is not a valid header name.`);
  return text.toLowerCase();
};

const valueOf = (value: unknown): string => {
  const text = String(value).replace(/^[\t\n\r ]+|[\t\n\r ]+$/g, "");
  // The value may be a key, so the message does not contain it.
  if (/[\0\n\r]|[^\0-\xff]/.test(text)) throw new TypeError("The header's value has an invalid character.");
  return text;
};
