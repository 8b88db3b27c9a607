import type { Price } from "./model.ts";
import { contextTokens, type Usage } from "./usage.ts";

/**
 * What a response cost, in USD; absent when the model has no known price. Tokens for whose kind there is no price are
 * counted as plain input. The dearer price of a long prompt holds for the whole response, as it does at the providers
 * that have one.
 */
export const costOf = (usage: Usage, price: Price | undefined): number | undefined => {
  if (price === undefined) return undefined;
  const prompt = contextTokens(usage) - usage.output;
  const { input, output, cacheRead = input, cacheWrite = input } = price.tiers?.findLast(({ above }) => prompt > above) ?? price;
  return (usage.input * input + usage.cacheRead * cacheRead + usage.cacheWrite * cacheWrite + usage.output * output) / 1_000_000;
};

/** What a response may cost at most that reads and writes so many tokens, whatever of it a cache holds; absent as above. */
export const mostCostOf = (inputTokens: number, outputTokens: number, price: Price | undefined): number | undefined => {
  if (price === undefined) return undefined;
  const { input, output, cacheWrite = input } = price.tiers?.findLast(({ above }) => inputTokens > above) ?? price;
  return (inputTokens * Math.max(input, cacheWrite) + outputTokens * output) / 1_000_000;
};
