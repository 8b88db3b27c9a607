import type { Price } from "./model.ts";
import type { Usage } from "./usage.ts";

/** USD of a response; undefined when the model has no known price. A cached token costs as any other unless priced. */
export const costOf = (usage: Usage, price: Price | undefined): number | undefined => {
  if (price === undefined) return undefined;
  const { input, output, cacheRead = input, cacheWrite = input } = price;
  const perMillion = usage.input * input + usage.output * output + usage.cacheRead * cacheRead + usage.cacheWrite * cacheWrite;
  return perMillion / 1_000_000;
};
