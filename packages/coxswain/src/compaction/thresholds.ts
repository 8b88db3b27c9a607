import type { CompactionPolicy } from "../journal/index.ts";

/** Above this window a number of tokens is what has to be left of it, below it a share. */
const LARGE = 200_000;
const LEAST_TOKENS = 20_000;
const LEAST_SHARE = 0.2;
/** Points of percent below its threshold at which an advice may be given again. */
const REARMED_BELOW = 5;

/** Whether the context is to be compacted before the next request. Of a window that is not known nothing can be said. */
export const isDue = (used: number, window: number | undefined, { auto, aboveTokens }: CompactionPolicy): boolean => {
  if (auto !== "auto" || window === undefined || window <= 0) return false;
  return isNearlyFull(used, window) || (aboveTokens > 0 && used > aboveTokens);
};

const isNearlyFull = (used: number, window: number): boolean => {
  const left = window - used;
  return left < (window > LARGE ? LEAST_TOKENS : window * LEAST_SHARE);
};

/** Whether the next crossing of the threshold is to be told. */
export type Advice = "armed" | "given";

/** What a response's usage makes of an advice: it is given once at or above the threshold, and again once usage has been well below it. */
export const advise = (
  advice: Advice,
  used: number,
  window: number | undefined,
  { auto, advisePercent }: CompactionPolicy,
): { readonly advice: Advice; readonly tell: boolean } => {
  if (auto === "off" || advisePercent === 0 || window === undefined || window <= 0) return { advice, tell: false };
  // Without a division, whose rounding would put 29 of 100 below 29 percent.
  const isAt = (percent: number): boolean => used * 100 >= percent * window;
  if (isAt(advisePercent)) return { advice: "given", tell: advice === "armed" };
  return { advice: isAt(advisePercent - REARMED_BELOW) ? advice : "armed", tell: false };
};
