import type { CodeProblem, Timers } from "../workspace/index.ts";

/** Milliseconds without a further publication after which published diagnostics count as complete. */
const QUIET = 150;

/** Latest diagnostics that a server published on its own, by path. */
export class Publications {
  readonly #timers: Timers;
  readonly #latest = new Map<string, readonly CodeProblem[]>();
  /** Waits for publications, by path. */
  readonly #waits = new Map<string, { readonly restart: () => void; readonly settle: () => void }>();

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  receive(path: string, problems: readonly CodeProblem[]): void {
    this.#latest.set(path, problems);
    this.#waits.get(path)?.restart();
  }

  /** Drops diagnostics of a content that the document no longer has. */
  forget(path: string): void {
    this.#latest.delete(path);
  }

  /** Ends all waits. */
  settleAll(): void {
    for (const { settle } of this.#waits.values()) settle();
  }

  /**
   * Resolves with the diagnostics of a file once they have been published and no others follow. Undefined: the server has published
   * none when the time is over, or the wait is ended. One wait at a time.
   */
  async settled(path: string, timeout: number, signal: AbortSignal): Promise<readonly CodeProblem[] | undefined> {
    const settled = Promise.withResolvers<readonly CodeProblem[] | undefined>();
    const settle = (): void => settled.resolve(this.#latest.get(path));
    let cancel = this.#timers.after(timeout, settle);
    const restart = (): void => {
      cancel();
      cancel = this.#timers.after(QUIET, settle);
    };
    this.#waits.set(path, { restart, settle });
    if (this.#latest.has(path)) restart();
    signal.addEventListener("abort", settle, { once: true });
    try {
      return await settled.promise;
    } finally {
      cancel();
      signal.removeEventListener("abort", settle);
      this.#waits.delete(path);
    }
  }
}
