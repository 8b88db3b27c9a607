import type { ModelInfo, Price } from "../model/index.ts";
import type { CacheTtl } from "./cache-marks.ts";

/** A prefix that is kept for an hour is written at twice the price of plain input; the catalog has the price of five minutes. */
export const withCachePrice = (info: ModelInfo, ttl: CacheTtl): ModelInfo => {
  const { price } = info;
  if (ttl !== "1h" || price?.cacheWrite === undefined) return info;
  const { tiers } = price;
  return { ...info, price: { ...dearer(price), ...(tiers === undefined ? {} : { tiers: tiers.map(dearer) }) } };
};

const dearer = <Rates extends Omit<Price, "tiers">>(rates: Rates): Rates => ({ ...rates, cacheWrite: 2 * rates.input });
