/** Time for frames: the process's, or a test's. */
export interface FrameTimer {
  /** Milliseconds, monotonic. */
  now(): number;
  /** Calls `run` once after `delay` milliseconds. Returns a function that cancels the call. */
  after(delay: number, run: () => void): () => void;
}

export const processTimer: FrameTimer = {
  now: () => performance.now(),
  after: (delay, run) => {
    // A timer takes a millisecond at least.
    if (delay <= 0) {
      const immediate = setImmediate(run);
      return () => clearImmediate(immediate);
    }
    const timer = setTimeout(run, delay);
    return () => clearTimeout(timer);
  },
};
