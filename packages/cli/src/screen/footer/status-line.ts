import type { FrameTimer } from "../terminal/index.ts";
import { fit } from "../blocks/index.ts";
import { escapeStyledLine } from "./styled-line.ts";

/** Runs the user's command with an object on its standard input. Resolves to its output, rejects with the reason for the user. */
export type StatusLineRunner = (input: Readonly<Record<string, unknown>>) => Promise<string>;

export interface StatusLineCommand {
  readonly run: StatusLineRunner;
  /** Columns of space before each line. */
  readonly padding: number;
}

export interface StatusLineOptions extends StatusLineCommand {
  readonly timer: FrameTimer;
  /** Returns the object for the next call of the command. */
  readonly input: () => Readonly<Record<string, unknown>>;
  /** Called when its lines change. */
  readonly onChange: () => void;
  /** Called when the command fails after it worked, or at first. */
  readonly onFailure: (reason: string) => void;
}

/** Milliseconds between two calls of the command. */
const INTERVAL = 300;
/** Lines that are shown at most. */
const MOST_LINES = 2;

/** A footer that a command of the user writes. It runs after changes, once at a time and at most every 300 ms. */
export class StatusLine {
  readonly #options: StatusLineOptions;
  #lines: readonly string[] | undefined;
  #isFailing = false;
  #cancel: (() => void) | undefined;
  #isRunning = false;
  /** True if something changed while the command ran. */
  #isStale = false;
  #isStopped = false;
  #lastRun = Number.NEGATIVE_INFINITY;

  constructor(options: StatusLineOptions) {
    this.#options = options;
  }

  /** Returns its lines; undefined before the first ones, and while the command fails. */
  rows(width: number): readonly string[] | undefined {
    const space = " ".repeat(Math.min(this.#options.padding, width));
    return this.#lines?.map((line) => (line === "" ? "" : fit(space + line, width)));
  }

  /** The session's state is another one. */
  changed(): void {
    if (this.#isRunning) this.#isStale = true;
    if (this.#isStopped || this.#isRunning || this.#cancel !== undefined) return;
    const { timer } = this.#options;
    this.#cancel = timer.after(Math.max(0, this.#lastRun + INTERVAL - timer.now()), () => void this.#run());
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel?.();
    this.#cancel = undefined;
  }

  async #run(): Promise<void> {
    const { run, input, timer, onChange, onFailure } = this.#options;
    this.#cancel = undefined;
    this.#isRunning = true;
    this.#isStale = false;
    this.#lastRun = timer.now();
    const before = this.#lines;
    try {
      this.#lines = linesOf(await run(input()));
      this.#isFailing = false;
    } catch (error) {
      this.#lines = undefined;
      if (!this.#isFailing && !this.#isStopped) onFailure(error instanceof Error ? error.message : String(error));
      this.#isFailing = true;
    }
    this.#isRunning = false;
    if (this.#isStopped) return;
    if (this.#lines?.join("\n") !== before?.join("\n")) onChange();
    if (this.#isStale) this.changed();
  }
}

const linesOf = (output: string): readonly string[] => output.trimEnd().split(/\r?\n/).slice(0, MOST_LINES).map(escapeStyledLine);
