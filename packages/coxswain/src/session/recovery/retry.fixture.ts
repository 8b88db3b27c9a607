import type { Clock } from "../../base/index.ts";

export interface SkippingClock extends Clock {
  readonly now: () => number;
  /** Durations of the sleeps, in milliseconds. */
  readonly slept: readonly number[];
}

/** Returns a clock that advances only by its sleeps, which take no time. */
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
