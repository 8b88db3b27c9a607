/** Contribution of an extension. */
export interface RegisteredItem<Value> {
  readonly extension: string;
  readonly value: Value;
}

/** All contributions of one kind, in registration order. */
export class Registered<Value> {
  #all: readonly RegisteredItem<Value>[] = [];

  /** Returns the same array until it changes. */
  get all(): readonly RegisteredItem<Value>[] {
    return this.#all;
  }

  /** Adds a contribution. Returns a function that removes it. */
  add(extension: string, value: Value): () => void {
    const brought = { extension, value };
    this.#all = [...this.#all, brought];
    return () => {
      this.#all = this.#all.filter((one) => one !== brought);
    };
  }
}
