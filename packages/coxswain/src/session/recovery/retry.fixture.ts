import type { Clock } from "../../base/index.ts";

export interface SkippingClock extends Clock {
  readonly now: () => number;
  /** What was slept, in milliseconds. */
  readonly slept: readonly number[];
}

/** A clock that stands still, but for its sleeps, which it skips. */
export const skippingClock = (): SkippingClock => {
  const slept: number[] = [];
  let time = 1_000_000;
  return {
    slept,
    now: () => time,
    async sleep(ms) {
      slept.push(ms);
      time += ms;
    },
  };
};
