import type { Timers } from "./timers.ts";

export interface Watchdog {
  /** Resets the timeout. */
  readonly touch: () => void;
  readonly stop: () => void;
}

/**
 * Calls `bark` once after `limit` milliseconds without a touch. `Infinity` disables it. A touch only reads the clock:
 * the timer is set again only when it fires.
 */
export const watchdog = (limit: number, timers: Timers, bark: () => void): Watchdog => {
  if (!Number.isFinite(limit)) return { touch: () => {}, stop: () => {} };
  let last = timers.now();
  const ring = () => {
    const idle = timers.now() - last;
    if (idle >= limit) bark();
    else cancel = timers.after(limit - idle, ring);
  };
  let cancel = timers.after(limit, ring);
  return {
    touch: () => {
      last = timers.now();
    },
    stop: () => cancel(),
  };
};
