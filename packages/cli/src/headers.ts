/**
 * The web's `Headers` (https://fetch.spec.whatwg.org/#headers-class) as the bundle has it in place of Node's: reading that one's name loads all of
 * undici, 25 ms of a start whose requests go over node:http. An iteration sees what there was when it began.
 */
export class Headers {
  readonly #values = new Map<string, readonly string[]>();

  /** @throws {TypeError} a name or a value that no header can have */
  constructor(init?: Iterable<readonly string[]> | Readonly<Record<string, string>>) {
    if (init === undefined) return;
    if (init === null || typeof init !== "object") throw new TypeError("Headers are made of an object, of pairs, or of other headers.");
    for (const pair of Symbol.iterator in init ? init : Object.entries(init)) {
      const [name, value, ...more] = pair;
      if (name === undefined || value === undefined || more.length > 0) throw new TypeError("A header is a pair of a name and a value.");
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

  /** By name; cookies are never joined. */
  #pairs(): [string, string][] {
    return [...this.#values]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .flatMap(([name, values]) => (name === SET_COOKIE ? values : [values.join(", ")]).map((value): [string, string] => [name, value]));
  }
}

const SET_COOKIE = "set-cookie";

const nameOf = (name: unknown): string => {
  const text = String(name);
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(text)) throw new TypeError(`"${text}" is no name of a header.`);
  return text.toLowerCase();
};

const valueOf = (value: unknown): string => {
  const text = String(value).replace(/^[\t\n\r ]+|[\t\n\r ]+$/g, "");
  // The value may be a key: it is not told.
  if (/[\0\n\r]|[^\0-\xff]/.test(text)) throw new TypeError("A header's value has a character that none can have.");
  return text;
};
