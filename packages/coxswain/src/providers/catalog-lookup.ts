import type { ModelInfo } from "../model/index.ts";
import { type BodyOptions, joinedOptions } from "./body-options.ts";
import { type Efforts, type ModelOverride, modelInfo } from "./catalog.ts";
import type { Provider } from "./provider.ts";

export interface Known {
  readonly info: ModelInfo;
  readonly efforts: Efforts;
  /** What the catalog, the person's settings of the provider and those of the model want in the body, the later over the earlier. */
  readonly options: BodyOptions | undefined;
}

/** What a catalog and a person's settings say together. */
export interface CatalogLookup {
  /** Of any name; of one that nobody knows, only that it is a name. */
  info(provider: Provider, id: string): Promise<Known>;
  ids(provider: Provider): Promise<readonly string[]>;
}

/** Catalogs are loaded when a model of their provider is asked for. `overrides` are by reference. */
export const catalogLookup = (overrides: Readonly<Record<string, ModelOverride>>): CatalogLookup => {
  const entries = async (provider: Provider) => (await provider.catalog?.())?.models ?? {};
  return {
    info: async (provider, id) => {
      const entry = (await entries(provider))[id];
      const [served, own] = [provider.models?.[id], overrides[`${provider.name}/${id}`]];
      return {
        info: modelInfo(provider.name, id, entry, { ...served, ...own }),
        efforts: entry?.efforts ?? {},
        options: joinedOptions(entry?.options, provider.options, served?.options, own?.options),
      };
    },
    ids: async (provider) => [...new Set([...Object.keys(await entries(provider)), ...Object.keys(provider.models ?? {})])],
  };
};
