import { programMessage } from "./program-message.ts";
import { wrapLine } from "./wrap-line.ts";

/** A stream of an output: that of the process, or another one. */
export interface OutputStream extends NodeJS.EventEmitter {
  readonly isTTY?: boolean;
  /** Width of a terminal. */
  readonly columns?: number;
  write(text: string, done?: () => void): unknown;
}

/**
 * Standard output or standard error. A reader that closes the pipe causes no error but aborts `closed`. The stream is
 * opened at its first use, because opening one loads a part of Node.
 */
export class Output {
  readonly #open: () => OutputStream;
  readonly #columns: number | undefined;
  #opened: OutputStream | undefined;
  #redirected: ((text: string) => void) | undefined;
  readonly #closed = new AbortController();

  /** @param columns width of a stream that is not a terminal: the variable COLUMNS */
  constructor(open: () => OutputStream, columns?: string) {
    this.#open = open;
    this.#columns = columns !== undefined && /^[1-9]\d{0,4}$/.test(columns) ? Number(columns) : undefined;
  }

  get #stream(): OutputStream {
    return (this.#opened ??= this.#open().on("error", (error) => this.#closed.abort(error)));
  }

  get isTerminal(): boolean {
    return this.#stream.isTTY === true;
  }

  /** Width in characters: the terminal's, or COLUMNS, or 80. */
  get columns(): number {
    return this.#stream.columns || (this.#columns ?? 80);
  }

  /**
   * Width to which messages wrap. In a pipe they do not wrap without COLUMNS: a message is a line for other programs. What
   * receives a redirected output wraps it.
   */
  get messageWidth(): number {
    if (this.#redirected !== undefined) return Infinity;
    return this.#stream.columns || (this.#columns ?? Infinity);
  }

  /** Writes a message of the program, wrapped. */
  message(text: string): void {
    this.write(`${wrapLine(programMessage(text), this.messageWidth).join("\n")}\n`);
  }

  /** Aborts when writing fails; its reason is the error. */
  get closed(): AbortSignal {
    return this.#closed.signal;
  }

  /** Passes all output to a function instead, such as that of a screen which owns the terminal. Undefined: to the stream again. */
  redirect(write: ((text: string) => void) | undefined): void {
    this.#redirected = write;
  }

  write(text: string): void {
    if (this.#redirected !== undefined) this.#redirected(text);
    else if (!this.closed.aborted) this.#stream.write(text);
  }

  /** Resolves when everything is written, or writing has failed. */
  flush(): Promise<void> {
    return new Promise((resolve) => {
      if (this.closed.aborted || this.#opened === undefined) return resolve();
      this.#opened.write("", () => resolve());
    });
  }
}
