import type { ModelInfo } from "../model/index.ts";
import { type BodyOptions, joinedOptions } from "./body-options.ts";
import { type CatalogModel, type Efforts, type ModelOverride, modelInfo } from "./catalog.ts";
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

/**
 * Loads a provider's catalog when one of its models is first requested. `overrides` and `additions` are keyed by reference;
 * fields of an addition replace those of the catalog.
 */
export const catalogLookup = (
  overrides: Readonly<Record<string, ModelOverride>>,
  additions: Readonly<Record<string, CatalogModel>> = {},
): CatalogLookup => {
  const entries = async (provider: Provider): Promise<Readonly<Record<string, CatalogModel>>> => {
    const listed = (await provider.catalog?.())?.models ?? {};
    const prefix = `${provider.name}/`;
    const added = Object.entries(additions).filter(([reference]) => reference.startsWith(prefix));
    if (added.length === 0) return listed;
    const merged = added.map(([reference, entry]): [string, CatalogModel] => {
      const id = reference.slice(prefix.length);
      return [id, { ...listed[id], ...entry }];
    });
    return { ...listed, ...Object.fromEntries(merged) };
  };
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
