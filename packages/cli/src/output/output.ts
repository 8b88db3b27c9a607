/** Standard output or standard error. A reader that goes away is no error of the program: `gone` tells of it. */
export class Output {
  readonly #stream: NodeJS.WriteStream;
  readonly #gone = new AbortController();

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream;
    stream.on("error", (error) => this.#gone.abort(error));
  }

  get isTerminal(): boolean {
    return this.#stream.isTTY;
  }

  /** Characters in a line. */
  get columns(): number {
    return this.#stream.columns || 100;
  }

  /** Aborted once nothing more can be written; its reason is the error. */
  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  write(text: string): void {
    if (!this.gone.aborted) this.#stream.write(text);
  }

  /** Resolves when all that was written is out, or cannot be. */
  flush(): Promise<void> {
    return new Promise((resolve) => {
      if (this.gone.aborted) return resolve();
      this.#stream.write("", () => resolve());
    });
  }
}
