import type { CompactionPolicy } from "../journal/index.ts";

/** Window above which the threshold is a number of remaining tokens rather than a share. */
const LARGE = 200_000;
const LEAST_TOKENS = 20_000;
const LEAST_SHARE = 0.2;
/** Percentage points below its threshold at which an advice is rearmed. */
const REARMED_BELOW = 5;

/** Returns whether the context must be compacted before the next request. False for an unknown window. */
export const isDue = (used: number, window: number | undefined, { auto, aboveTokens }: CompactionPolicy): boolean => {
  if (auto !== "auto" || window === undefined || window <= 0) return false;
  return isNearlyFull(used, window) || (aboveTokens > 0 && used > aboveTokens);
};

const isNearlyFull = (used: number, window: number): boolean => {
  const left = window - used;
  return left < (window > LARGE ? LEAST_TOKENS : window * LEAST_SHARE);
};

/** State of an advice: whether the next crossing of the threshold emits it. */
export type Advice = "armed" | "given";

/**
 * Updates an advice with the usage of a response. It is emitted once at or above the threshold, and again after usage
 * was well below it.
 */
export const advise = (
  advice: Advice,
  used: number,
  window: number | undefined,
  { auto, advisePercent }: CompactionPolicy,
): { readonly advice: Advice; readonly isEmitted: boolean } => {
  if (auto === "off" || advisePercent === 0 || window === undefined || window <= 0) return { advice, isEmitted: false };
  // Multiply rather than divide: rounding would put 29 of 100 below 29 percent.
  const isAt = (percent: number): boolean => used * 100 >= percent * window;
  if (isAt(advisePercent)) return { advice: "given", isEmitted: advice === "armed" };
  return { advice: isAt(advisePercent - REARMED_BELOW) ? advice : "armed", isEmitted: false };
};
