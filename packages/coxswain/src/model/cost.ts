import type { Price } from "./model.ts";
import { contextTokens, type Usage } from "./usage.ts";

/**
 * Returns the cost of a response in USD; undefined when the model has no known price. Kinds of tokens without a price
 * count as plain input. The higher price of a long prompt applies to the whole response, as at the providers that have
 * one.
 */
export const costOf = (usage: Usage, price: Price | undefined): number | undefined => {
  if (price === undefined) return undefined;
  const prompt = contextTokens(usage) - usage.output;
  const { input, output, cacheRead = input, cacheWrite = input } = price.tiers?.findLast(({ above }) => prompt > above) ?? price;
  return (usage.input * input + usage.cacheRead * cacheRead + usage.cacheWrite * cacheWrite + usage.output * output) / 1_000_000;
};

/**
 * Returns the maximum cost of a response with these tokens, regardless of caching; undefined when the price is unknown.
 */
export const mostCostOf = (inputTokens: number, outputTokens: number, price: Price | undefined): number | undefined => {
  if (price === undefined) return undefined;
  const { input, output, cacheWrite = input } = price.tiers?.findLast(({ above }) => inputTokens > above) ?? price;
  return (inputTokens * Math.max(input, cacheWrite) + outputTokens * output) / 1_000_000;
};

/** Formats an amount of USD with the decimals that matter. */
export const dollars = (amount: number): string => {
  if (amount <= 0) return "$0";
  if (amount < 0.0001) return "<$0.0001";
  return `$${amount.toFixed(amount < 0.1 ? 4 : 2)}`;
};
