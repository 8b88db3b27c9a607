/** Standard output or standard error. A reader that closes the pipe causes no error but aborts `gone`. */
export class Output {
  readonly #stream: NodeJS.WriteStream;
  readonly #closed = new AbortController();

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream;
    stream.on("error", (error) => this.#closed.abort(error));
  }

  get isTerminal(): boolean {
    return this.#stream.isTTY;
  }

  /** Width in characters. */
  get columns(): number {
    return this.#stream.columns || 100;
  }

  /** Aborts when writing fails; its reason is the error. */
  get closed(): AbortSignal {
    return this.#closed.signal;
  }

  write(text: string): void {
    if (!this.closed.aborted) this.#stream.write(text);
  }

  /** Resolves when everything is written, or writing has failed. */
  flush(): Promise<void> {
    return new Promise((resolve) => {
      if (this.closed.aborted) return resolve();
      this.#stream.write("", () => resolve());
    });
  }
}
