import type { Clock } from "./clock.ts";

/** Resolves when something is over, after so many seconds, or when the signal aborts: whichever is first. */
export const waitFor = async (seconds: number, over: Promise<void>, clock: Clock, signal: AbortSignal): Promise<void> => {
  const timer = new AbortController();
  const stop = (): void => timer.abort();
  if (signal.aborted) return;
  signal.addEventListener("abort", stop, { once: true });
  await Promise.race([over, clock.sleep(seconds * 1_000, timer.signal).catch(() => undefined)]);
  signal.removeEventListener("abort", stop);
  timer.abort();
};
