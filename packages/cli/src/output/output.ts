/**
 * Standard output or standard error. A reader that closes the pipe causes no error but aborts `closed`. The stream is
 * opened at its first use, because opening one loads a part of Node.
 */
export class Output {
  readonly #open: () => NodeJS.WriteStream;
  #opened: NodeJS.WriteStream | undefined;
  readonly #closed = new AbortController();

  constructor(open: () => NodeJS.WriteStream) {
    this.#open = open;
  }

  get #stream(): NodeJS.WriteStream {
    return (this.#opened ??= this.#open().on("error", (error) => this.#closed.abort(error)));
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
      if (this.closed.aborted || this.#opened === undefined) return resolve();
      this.#opened.write("", () => resolve());
    });
  }
}
