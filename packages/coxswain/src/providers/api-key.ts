import type { ApiKey, Env, Provider } from "./provider.ts";

/** Keys that a person has stored, by provider. They go before the environment's. */
export type StoredKeys = (provider: string) => string | undefined | Promise<string | undefined>;

export const findKey = async (provider: Provider, env: Env, stored: StoredKeys | undefined): Promise<ApiKey | undefined> => {
  const own = (await stored?.(provider.name))?.trim();
  if (own !== undefined && own !== "") return { value: own };
  for (const from of provider.keyEnv) {
    const value = env[from]?.trim();
    if (value !== undefined && value !== "") return { value, from };
  }
  return undefined;
};

/** Whether a provider can be asked with what is at hand. */
export const isUsable = (provider: Provider, env: Env, key: ApiKey | undefined): boolean =>
  key !== undefined || provider.keyEnv.length === 0 || provider.configured?.(env) === true;
