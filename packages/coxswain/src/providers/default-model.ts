import { findKey, isUsable } from "./api-key.ts";
import { localServers, type LocalServersOptions } from "./local-servers.ts";
import type { ProviderModelsOptions } from "./provider-models.ts";
import { providersByName } from "./registry.ts";

export interface DefaultModelOptions extends Pick<ProviderModelsOptions, "env" | "keys" | "custom"> {
  /** How servers of this machine are looked for. */
  readonly local?: Omit<LocalServersOptions, "env">;
}

/**
 * The reference of the model to take when a person names none: the default of the first provider that there is a key
 * for, else the first model of a person's own provider, else the first that a server of this machine serves. Undefined
 * when there is nothing.
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
