import type { Clock } from "../loop/index.ts";

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
      const timer = setTimeout(wake, ms);
      signal?.addEventListener("abort", wake, { once: true });
    }),
};
