import { findKey, isUsable } from "./api-key.ts";
import { localServers, type LocalServersOptions } from "./local-servers.ts";
import type { ProviderModelsOptions } from "./provider-models.ts";
import { providersByName } from "./registry.ts";

export interface DefaultModelOptions extends Pick<ProviderModelsOptions, "env" | "keys" | "custom"> {
  /** Options of the search for local servers. */
  readonly local?: Omit<LocalServersOptions, "env">;
}

/**
 * Returns the reference of the model to use when the user names none: the default of the first provider with a key,
 * else the first model of a custom provider, else the first model of a local server. Returns undefined if there is no
 * model.
 */
export const defaultModel = async ({ env, keys, custom = {}, local = {} }: DefaultModelOptions): Promise<string | undefined> => {
  for (const provider of providersByName(custom).values()) {
    const model = provider.defaultModel ?? Object.keys(custom[provider.name]?.models ?? {})[0];
    if (model === undefined || provider.local === true) continue;
    if (isUsable(provider, env, await findKey(provider, env, keys))) return `${provider.name}/${model}`;
  }
  const servers = await localServers({ ...local, env });
  return servers.flatMap(({ models }) => models)[0]?.reference;
};
