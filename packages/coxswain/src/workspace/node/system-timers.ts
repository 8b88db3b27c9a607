import type { Timers } from "../timers.ts";

/** A timer that is to wait longer would not wait at all. */
const LONGEST = 2 ** 31 - 1;

export const systemTimers: Timers = {
  now: () => performance.now(),
  after(milliseconds, action) {
    const timer = setTimeout(action, Math.min(milliseconds, LONGEST));
    return () => clearTimeout(timer);
  },
};
