import { watch } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** Milliseconds between two looks at a file that cannot be watched. */
const INTERVAL = 250;

export interface ChangeSources {
  /** Calls back when a file may have changed. Throws where files cannot be watched. */
  readonly watch: (path: string, changed: () => void) => Disposable;
  /** Resolves after so many milliseconds, or at once when the signal aborts. */
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

/** Tells when to look at a file again. */
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

  /** What changes from now on is told. Where nothing can be watched, because the system has no more watches to give, time tells. */
  begin(path: string): void {
    const tell = (): void => {
      this.#changed = true;
      this.#wake();
    };
    this.#signal.addEventListener("abort", tell, { once: true });
    try {
      this.#watching = this.#sources.watch(path, tell);
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
