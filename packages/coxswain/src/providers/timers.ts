/** The clock and timers of this folder; tests replace them. */
export interface Timers {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls `callback` once after `ms` milliseconds. The returned function cancels the timer. */
  after(ms: number, callback: () => void): () => void;
}

/** The system clock and timers. Timers are unreferenced: they do not keep the process alive. */
export const systemTimers: Timers = {
  now: Date.now,
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms).unref();
    return () => clearTimeout(timer);
  },
};
