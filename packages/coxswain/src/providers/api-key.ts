import type { ApiKey, Env, Provider } from "./provider.ts";

/**
 * Looks up the user's stored key of a provider. Environment variables take precedence: they may be set for one command.
 */
export type StoredKeys = (provider: string) => string | undefined | Promise<string | undefined>;

export const findKey = async (provider: Provider, env: Env, stored: StoredKeys | undefined): Promise<ApiKey | undefined> => {
  for (const from of provider.keyEnv) {
    const value = env[from]?.trim();
    if (value !== undefined && value !== "") return { value, from };
  }
  const own = (await stored?.(provider.sameModelsAs ?? provider.name))?.trim();
  return own === undefined || own === "" ? undefined : { value: own };
};

/** Returns whether the key is valid in a header. The error for an invalid header would quote the key. */
export const fitsHeader = ({ value }: ApiKey): boolean => /^[\x20-\x7e]*$/.test(value);

/** Returns whether the provider can be called with the current credentials. */
export const isUsable = (provider: Provider, env: Env, key: ApiKey | undefined): boolean =>
  key !== undefined || provider.keyEnv.length === 0 || provider.configured?.(env) === true;
