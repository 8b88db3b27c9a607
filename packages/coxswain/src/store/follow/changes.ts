import { watch } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** Milliseconds between two checks of a file that cannot be watched. */
const INTERVAL = 250;

export interface ChangeSources {
  /** Calls back when a file may have changed. Throws if files cannot be watched. */
  readonly watch: (path: string, changed: () => void) => Disposable;
  /** Resolves after `ms` milliseconds, or at once when the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

const SYSTEM: ChangeSources = {
  watch(path, changed) {
    const watcher = watch(path, changed);
    watcher.on("error", changed);
    return { [Symbol.dispose]: () => watcher.close() };
  },
  sleep: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined),
};

/** Signals when to check a file again. */
export class Changes implements Disposable {
  readonly #sources: ChangeSources;
  readonly #stop = new AbortController();
  readonly #signal: AbortSignal;
  #watching: Disposable | undefined;
  #changed = false;
  #wake: () => void = () => {};

  /** `signal` ends the waiting. */
  constructor(signal: AbortSignal, sources = SYSTEM) {
    this.#sources = sources;
    this.#signal = AbortSignal.any([signal, this.#stop.signal]);
  }

  /** Starts watching for changes. Falls back to polling if the system has no more watches. */
  begin(path: string): void {
    const notify = (): void => {
      this.#changed = true;
      this.#wake();
    };
    this.#signal.addEventListener("abort", notify, { once: true });
    try {
      this.#watching = this.#sources.watch(path, notify);
    } catch {
      this.#watching = undefined;
    }
  }

  /** Resolves at once when there was a change since the last call; after an abort always. */
  async next(): Promise<void> {
    if (this.#signal.aborted) return;
    if (this.#watching === undefined) await this.#sources.sleep(INTERVAL, this.#signal);
    else if (!this.#changed) await new Promise<void>((resolve) => (this.#wake = resolve));
    this.#changed = false;
  }

  [Symbol.dispose](): void {
    this.#stop.abort();
    this.#watching?.[Symbol.dispose]();
  }
}
