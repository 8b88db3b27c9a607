import type { CatalogLookup } from "./catalog-lookup.ts";
import type { Named } from "./resolve-reference.ts";

/** Returns the reference of the provider's small model if its known price is lower than the given model's. */
export const smallModelOf = async ({ provider, id }: Named, catalog: CatalogLookup): Promise<string | undefined> => {
  const small = provider.smallModel?.(id);
  if (small === undefined || small === id) return undefined;
  const [one, other] = await Promise.all([catalog.info(provider, id), catalog.info(provider, small)]);
  const [price, smallPrice] = [one.info.price, other.info.price];
  if (price === undefined || smallPrice === undefined) return undefined;
  return smallPrice.input < price.input && smallPrice.output < price.output ? other.info.reference : undefined;
};
