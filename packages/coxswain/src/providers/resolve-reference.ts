import { UnknownModelError } from "../model/index.ts";
import type { CatalogLookup } from "./catalog-lookup.ts";
import type { Provider } from "./provider.ts";
import { suggest } from "./suggest.ts";

export interface Named {
  readonly provider: Provider;
  readonly id: string;
}

/**
 * Resolves a reference: `provider/model`, where the model need not be in the catalog, or the bare name of a model that
 * only one provider, or only one `usable` provider, has.
 *
 * @throws {UnknownModelError} with the nearest names
 */
export const resolveReference = async (
  reference: string,
  providers: ReadonlyMap<string, Provider>,
  catalog: CatalogLookup,
  usable: (provider: Provider) => Promise<boolean>,
): Promise<Named> => {
  const slash = reference.indexOf("/");
  const named = slash < 0 ? undefined : providers.get(reference.slice(0, slash));
  const id = reference.slice(slash + 1);
  if (named !== undefined && id !== "") return { provider: named, id };

  const ownModels = [...providers.values()].filter(({ sameModelsAs }) => sameModelsAs === undefined);
  const catalogs = await Promise.all(ownModels.map(async (provider) => ({ provider, ids: await catalog.ids(provider) })));
  const all = catalogs.filter(({ ids }) => ids.includes(reference)).map(({ provider }) => provider);
  const first = all.filter(({ secondary }) => secondary !== true);
  const having = first.length > 0 ? first : all;
  const open = having.length > 1 ? await onlyUsable(having, usable) : having;
  if (open.length === 1 && open[0] !== undefined) return { provider: open[0], id: reference };

  if (open.length > 1) throw new UnknownModelError(reference, `Say whose: ${open.map(({ name }) => `${name}/${reference}`).join(", ")}.`);
  const near = suggest(
    reference,
    catalogs.flatMap(({ provider, ids }) => ids.map((one) => `${provider.name}/${one}`)),
  );
  const hint =
    near.length > 0 ? `Did you mean ${near.join(", ")}?` : `Name it as provider/model; providers are ${[...providers.keys()].join(", ")}.`;
  throw new UnknownModelError(reference, hint);
};

const onlyUsable = async (
  providers: readonly Provider[],
  usable: (provider: Provider) => Promise<boolean>,
): Promise<readonly Provider[]> => {
  const flags = await Promise.all(providers.map(usable));
  const left = providers.filter((_, place) => flags[place]);
  return left.length > 0 ? left : providers;
};
