import type { Clock } from "../base/index.ts";

/** Longest delay of a timer in Node, which fires a longer one at once. */
const LONGEST = 2 ** 31 - 1;

/** System timers. After its signal aborts, a sleep no longer keeps the process alive. */
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
