import type { Timers } from "../../workspace/index.ts";

/** Limits the total time of an operation. */
export interface TimeCap {
  /** Aborts when the time is over. */
  readonly signal: AbortSignal;
  /** Waits for a promise without counting the time, for example for a user's answer. */
  without<T>(waiting: () => Promise<T>): Promise<T>;
  /** Stops the timer. */
  end(): void;
}

export const timeCap = (milliseconds: number, timers: Timers = SYSTEM): TimeCap => {
  const controller = new AbortController();
  let left = milliseconds;
  let begun = 0;
  let cancel = (): void => {};
  const run = (): void => {
    begun = timers.now();
    cancel = timers.after(left, () => controller.abort());
  };
  const stop = (): void => {
    cancel();
    left -= timers.now() - begun;
  };
  run();
  return {
    signal: controller.signal,
    async without(waiting) {
      stop();
      try {
        return await waiting();
      } finally {
        run();
      }
    },
    end: stop,
  };
};

const SYSTEM: Timers = {
  now: () => performance.now(),
  after(milliseconds, action) {
    const timer = setTimeout(action, milliseconds);
    return () => clearTimeout(timer);
  },
};
