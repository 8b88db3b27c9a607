import type { Timers } from "./timers.ts";

export interface Watchdog {
  /** Something came. */
  readonly touch: () => void;
  readonly stop: () => void;
}

/**
 * Calls `bark` once when nothing came for `limit` milliseconds. `Infinity` turns it off. A touch costs one reading of the
 * clock: the alarm is set anew only when it rings.
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
