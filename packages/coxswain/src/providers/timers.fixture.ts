import type { Timers } from "./timers.ts";

export interface ManualTimers extends Timers {
  /** Advances the clock, and fires due timers. */
  advance(ms: number): void;
  /** Number of timers set so far. */
  readonly set: number;
  /** Number of active timers. */
  readonly pending: number;
}

/** A clock that only `advance` moves. */
export const manualTimers = (): ManualTimers => {
  let now = 1_000_000;
  let set = 0;
  let alarms: { readonly at: number; readonly ring: () => void }[] = [];
  return {
    now: () => now,
    after: (ms, ring) => {
      const alarm = { at: now + ms, ring };
      set += 1;
      alarms.push(alarm);
      return () => {
        alarms = alarms.filter((other) => other !== alarm);
      };
    },
    advance: (ms) => {
      const end = now + ms;
      for (;;) {
        const next = alarms.toSorted((one, other) => one.at - other.at)[0];
        if (next === undefined || next.at > end) break;
        alarms = alarms.filter((other) => other !== next);
        now = next.at;
        next.ring();
      }
      now = end;
    },
    get set() {
      return set;
    },
    get pending() {
      return alarms.length;
    },
  };
};
