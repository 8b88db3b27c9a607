import type { Price } from "./model.ts";
import { contextTokens, type Usage } from "./usage.ts";

/**
 * What a response cost, in USD. Tokens for whose kind there is no price are counted as plain input. The dearer price of
 * long prompts holds for the whole response, as it does at the providers that have one.
 */
export const costOf = (usage: Usage, price: Price): number => {
  const prompt = contextTokens(usage) - usage.output;
  const tier = price.tiers?.findLast(({ above }) => prompt > above) ?? price;
  const { input, output, cacheRead = input, cacheWrite = input } = tier;
  return (usage.input * input + usage.cacheRead * cacheRead + usage.cacheWrite * cacheWrite + usage.output * output) / 1_000_000;
};
