import { setImmediate } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";
import type { LineListener, LineTerminal } from "./line-terminal.ts";

/** The streams of a terminal, and the signal of Ctrl+C. */
export interface LineStreams {
  readonly stdin: Pick<NodeJS.ReadStream, "on" | "off" | "setEncoding" | "pause" | "resume" | "readableEnded">;
  readonly stdout: { readonly columns: number; write(text: string): void };
  readonly signals: Pick<NodeJS.Process, "on" | "off">;
}

/** The terminal of this process in its usual mode: the terminal shows and edits the typed line, and Ctrl+C is a signal. */
export class ProcessLineTerminal implements LineTerminal {
  readonly #streams: LineStreams;
  /** Received text that was not passed on yet. */
  #received = "";
  #collecting: Promise<void> | undefined;
  #stop = (): void => {};

  constructor(streams: LineStreams) {
    this.#streams = streams;
  }

  get columns(): number {
    return this.#streams.stdout.columns;
  }

  write(text: string): void {
    this.#streams.stdout.write(text);
  }

  start(listener: LineListener): void {
    const { stdin, signals } = this.#streams;
    const take = (text: string): void => {
      this.#received += text;
      this.#collecting ??= this.#collect(listener);
    };
    const end = (): void => listener.ended();
    const continued = (): void => listener.continued();
    const interrupt = (): void => {
      this.#received = "";
      listener.interrupted();
    };
    stdin.setEncoding("utf8");
    stdin.on("data", take);
    stdin.on("end", end);
    signals.on("SIGINT", interrupt);
    signals.on("SIGCONT", continued);
    stdin.resume();
    // A list before the session may have read to the end.
    if (stdin.readableEnded) queueMicrotask(end);
    this.#stop = () => {
      stdin.off("data", take);
      stdin.off("end", end);
      signals.off("SIGINT", interrupt);
      signals.off("SIGCONT", continued);
      // A flowing stdin keeps the process alive.
      stdin.pause();
    };
  }

  stop(): void {
    this.#stop();
    this.#stop = () => {};
  }

  async drained(): Promise<void> {
    do await quietRound(() => this.#received.length);
    while (this.#collecting !== undefined);
  }

  /** Passes on all complete lines once a round of the event loop brings no more: a terminal delivers them one by one. */
  async #collect(listener: LineListener): Promise<void> {
    await quietRound(() => this.#received.length);
    const end = this.#received.lastIndexOf("\n") + 1;
    const lines = this.#received.slice(0, end);
    this.#received = this.#received.slice(end);
    this.#collecting = undefined;
    if (end > 0) listener.typed(withoutControls(lines).slice(0, -1));
  }
}

/** Waits until the size stays the same for a round of the event loop. The first part of a round may end before any read. */
const quietRound = async (size: () => number): Promise<void> => {
  let before: number;
  do {
    before = size();
    await setImmediate();
    await setImmediate();
  } while (size() !== before);
};

/** The codes of arrow keys and of pastes mean nothing in a typed line. */
const withoutControls = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- removes control characters
  stripVTControlCharacters(text.replaceAll(/\r\n?/g, "\n")).replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, "");
