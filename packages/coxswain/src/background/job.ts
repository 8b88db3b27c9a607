import type { JobEnding, JobInfo } from "../loop/index.ts";
import { LIMITS } from "../tools/index.ts";

/** Output that no call has read yet: the last `limit` characters. */
export class UnreadOutput {
  readonly #limit: number;
  #text = "";
  #dropped = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  push(text: string): void {
    const whole = this.#text + text;
    const excess = Math.max(0, whole.length - this.#limit);
    this.#text = whole.slice(excess);
    this.#dropped += excess;
  }

  /** Returns the output since the last call, and the number of characters before it that were dropped. */
  take(): { readonly text: string; readonly dropped: number } {
    const taken = { text: this.#text.toWellFormed(), dropped: this.#dropped };
    this.#text = "";
    this.#dropped = 0;
    return taken;
  }
}

/** Characters of recent output. */
const RECENT = 8192;

export interface JobParts {
  readonly id: string;
  readonly command: string;
  /** The working directory, absolute. */
  readonly cwd: string;
  readonly begunAt: number;
  /** Id of the agent that started it. */
  readonly by: string;
}

/** A command that this process runs in the background. */
export class Job {
  readonly parts: JobParts;
  /** Resolves when it has ended and the end is recorded. */
  readonly over: Promise<void>;
  readonly unread = new UnreadOutput(LIMITS.job_output.bytes);
  /** The last output, whether a call has read it or not. */
  recent = "";
  readonly #stopping = new AbortController();
  readonly #resolve: () => void;
  ending: JobEnding | undefined;
  /** The result. */
  text = "";

  constructor(parts: JobParts) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.parts = parts;
    this.over = promise;
    this.#resolve = resolve;
  }

  get isOver(): boolean {
    return this.ending !== undefined;
  }

  get signal(): AbortSignal {
    return this.#stopping.signal;
  }

  get info(): JobInfo {
    const { id, command, begunAt } = this.parts;
    const { ending } = this;
    return Object.freeze({ id, command, begunAt, ...(ending === undefined ? { state: "running" } : { state: "ended", ending }) });
  }

  write(text: string): void {
    this.unread.push(text);
    this.recent = `${this.recent}${text}`.slice(-RECENT);
  }

  stop(): void {
    this.#stopping.abort();
  }

  end(ending: JobEnding, text: string): void {
    this.ending = ending;
    this.text = text;
    this.#resolve();
  }
}
