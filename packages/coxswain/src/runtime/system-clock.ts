import type { Clock } from "../base/index.ts";

/** A timer that is to wait longer would not wait at all. */
const LONGEST = 2 ** 31 - 1;

/** The system's timers. A sleep does not keep the process alive by itself once its signal has aborted. */
export const systemClock: Clock = {
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted === true) return resolve();
      const wake = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", wake);
        resolve();
      };
      const timer = setTimeout(wake, Math.min(ms, LONGEST));
      signal?.addEventListener("abort", wake, { once: true });
    }),
};
