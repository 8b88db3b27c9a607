/** Standard output or standard error. A reader that closes the pipe causes no error but aborts `gone`. */
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

  /** Width in characters. */
  get columns(): number {
    return this.#stream.columns || 100;
  }

  /** Aborts when writing fails; its reason is the error. */
  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  write(text: string): void {
    if (!this.gone.aborted) this.#stream.write(text);
  }

  /** Resolves when everything is written, or writing has failed. */
  flush(): Promise<void> {
    return new Promise((resolve) => {
      if (this.gone.aborted) return resolve();
      this.#stream.write("", () => resolve());
    });
  }
}
