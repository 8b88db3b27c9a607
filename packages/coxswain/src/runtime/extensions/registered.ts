/** Something that an extension brought. */
export interface Brought<Value> {
  readonly extension: string;
  readonly value: Value;
}

/** What all extensions brought of one kind, in the order in which they did. */
export class Registered<Value> {
  #all: readonly Brought<Value>[] = [];

  /** The same list for as long as it is the same. */
  get all(): readonly Brought<Value>[] {
    return this.#all;
  }

  /** What this returns takes it out. */
  add(extension: string, value: Value): () => void {
    const brought = { extension, value };
    this.#all = [...this.#all, brought];
    return () => {
      this.#all = this.#all.filter((one) => one !== brought);
    };
  }
}
