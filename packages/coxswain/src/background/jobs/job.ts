import type { JobEnding, JobInfo } from "../../loop/index.ts";
import { LIMITS } from "../../tools/index.ts";
import { Unread } from "./unread.ts";

export interface JobParts {
  readonly id: string;
  readonly command: string;
  /** The folder that it runs in, absolute. */
  readonly cwd: string;
  readonly begunAt: number;
  /** The agent that began it. */
  readonly by: string;
}

/** A command that goes on beside the conversation, in this process. */
export class Job {
  readonly parts: JobParts;
  /** When it is over, and its end is a fact. */
  readonly over: Promise<void>;
  readonly unread = new Unread(LIMITS.job_output.bytes);
  readonly #stopping = new AbortController();
  readonly #resolve: () => void;
  ending: JobEnding | undefined;
  /** What came of it. */
  text = "";

  constructor(parts: JobParts) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.parts = parts;
    this.over = promise;
    this.#resolve = resolve;
  }

  get signal(): AbortSignal {
    return this.#stopping.signal;
  }

  get info(): JobInfo {
    const { id, command, begunAt } = this.parts;
    const { ending } = this;
    return Object.freeze({ id, command, begunAt, ...(ending === undefined ? { state: "running" } : { state: "ended", ending }) });
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
