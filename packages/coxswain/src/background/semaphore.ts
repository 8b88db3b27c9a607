import { ToolError } from "../loop/index.ts";
import type { TaskResult } from "./run-task.ts";

/** Released when it is disposed. */
export interface Permit extends Disposable {
  readonly kind: "acquired";
}

export type Acquired = Permit | { readonly kind: "full" } | { readonly kind: "aborted" };

export interface SemaphoreOptions {
  /** Number of permits. */
  readonly atOnce: number;
  /** Number of callers that may wait for a permit. */
  readonly waiting: number;
}

interface Waiter {
  readonly resolve: (acquired: Acquired) => void;
}

/** A counting semaphore with a bounded queue, first come, first served. */
export class Semaphore {
  readonly #options: SemaphoreOptions;
  readonly #queue: Waiter[] = [];
  #used = 0;

  constructor(options: SemaphoreOptions) {
    this.#options = options;
  }

  /** True if the queue is full, too. */
  get isFull(): boolean {
    return !this.isFree && this.#queue.length >= this.#options.waiting;
  }

  /** True if a permit is available at once. */
  get isFree(): boolean {
    return this.#used < this.#options.atOnce;
  }

  acquire(signal: AbortSignal): Promise<Acquired> {
    if (signal.aborted) return Promise.resolve({ kind: "aborted" });
    if (this.isFree) return Promise.resolve(this.#permit());
    if (this.isFull) return Promise.resolve({ kind: "full" });
    return new Promise((resolve) => {
      const leave = (): void => {
        this.#queue.splice(this.#queue.indexOf(waiter), 1);
        resolve({ kind: "aborted" });
      };
      const waiter: Waiter = {
        resolve: (acquired) => {
          signal.removeEventListener("abort", leave);
          resolve(acquired);
        },
      };
      this.#queue.push(waiter);
      signal.addEventListener("abort", leave, { once: true });
    });
  }

  #permit(): Permit {
    this.#used += 1;
    let isHeld = true;
    return {
      kind: "acquired",
      [Symbol.dispose]: () => {
        if (isHeld) this.#release();
        isHeld = false;
      },
    };
  }

  #release(): void {
    this.#used -= 1;
    this.#queue.shift()?.resolve(this.#permit());
  }
}

/**
 * One semaphore per depth of sub-agents. An agent holds its permit while it waits for its own sub-agents; with one shared semaphore the
 * waiting agents could hold all permits.
 */
export class SemaphorePerDepth {
  readonly #options: SemaphoreOptions;
  readonly #semaphores = new Map<number, Semaphore>();

  constructor(options: SemaphoreOptions) {
    this.#options = options;
  }

  of(depth: number): Semaphore {
    const semaphore = this.#semaphores.get(depth) ?? new Semaphore(this.#options);
    this.#semaphores.set(depth, semaphore);
    return semaphore;
  }
}

/** Runs `work` with a permit. @throws {ToolError} if too many callers wait */
export const withPermit = async (semaphore: Semaphore, signal: AbortSignal, work: () => Promise<TaskResult>): Promise<TaskResult> => {
  const acquired = await semaphore.acquire(signal);
  if (acquired.kind === "full") throw new ToolError(TOO_MANY_WAITING);
  if (acquired.kind === "aborted") {
    const { reason } = signal;
    return { ending: "aborted", text: `Stopped before it started${typeof reason === "string" ? `: ${reason}` : "."}` };
  }
  using _ = acquired;
  return await work();
};

/** Message for the model when the queue of tasks is full. */
export const TOO_MANY_WAITING = "Too many tasks are waiting. Wait until some of them are done, or do this yourself.";
