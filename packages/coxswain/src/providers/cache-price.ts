import type { ModelInfo, Price } from "../model/index.ts";
import type { CacheTtl } from "./cache-marks.ts";

/**
 * Adjusts the cache write price for a TTL of one hour: twice the input price. The catalog has the price for five
 * minutes.
 */
export const withCachePrice = (info: ModelInfo, ttl: CacheTtl): ModelInfo => {
  const { price } = info;
  if (ttl !== "1h" || price?.cacheWrite === undefined) return info;
  const { tiers } = price;
  return { ...info, price: { ...dearer(price), ...(tiers === undefined ? {} : { tiers: tiers.map(dearer) }) } };
};

const dearer = <Rates extends Omit<Price, "tiers">>(rates: Rates): Rates => ({ ...rates, cacheWrite: 2 * rates.input });
