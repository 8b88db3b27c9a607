/** The clock and the alarms of this folder, so that a test need not wait. */
export interface Timers {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back once after so many milliseconds, unless the returned function is called before. */
  after(ms: number, callback: () => void): () => void;
}

/** The system's own; an alarm alone keeps no process alive. */
export const systemTimers: Timers = {
  now: Date.now,
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms).unref();
    return () => clearTimeout(timer);
  },
};
