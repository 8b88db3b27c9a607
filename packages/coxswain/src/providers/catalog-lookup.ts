import type { ModelInfo } from "../model/index.ts";
import { type BodyOptions, joinedOptions } from "./body-options.ts";
import { type Efforts, type ModelOverride, modelInfo } from "./catalog.ts";
import type { Provider } from "./provider.ts";

export interface CatalogMatch {
  readonly info: ModelInfo;
  readonly efforts: Efforts;
  /** Body options of the catalog, the user's provider settings and the user's model settings. Later ones win. */
  readonly options: BodyOptions | undefined;
}

/** Model information from the catalog, merged with the user's settings. */
export interface CatalogLookup {
  /** Accepts any model ID. For an unknown one, the information contains only the ID. */
  info(provider: Provider, id: string): Promise<CatalogMatch>;
  ids(provider: Provider): Promise<readonly string[]>;
}

/** Loads a provider's catalog when one of its models is first requested. `overrides` are keyed by reference. */
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
