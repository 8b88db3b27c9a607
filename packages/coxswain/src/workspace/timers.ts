/** The workspace's clock, so that tests can control time. */
export interface Timers {
  /** Monotonic time in milliseconds. */
  now(): number;
  /** Calls `action` once after `ms` milliseconds, unless the returned function is called first. */
  after(milliseconds: number, action: () => void): () => void;
}

/** Maximum delay of a timer in milliseconds. Node fires a timer with a longer delay at once. */
const MAX_DELAY = 2 ** 31 - 1;

export const systemTimers: Timers = {
  now: () => performance.now(),
  after(milliseconds, action) {
    const timer = setTimeout(action, Math.min(milliseconds, MAX_DELAY));
    return () => clearTimeout(timer);
  },
};
