import type { ApiKey, Env, Provider } from "./provider.ts";

/** Keys that a person has stored, by provider. The environment's go before them: it may be set for one command. */
export type StoredKeys = (provider: string) => string | undefined | Promise<string | undefined>;

export const findKey = async (provider: Provider, env: Env, stored: StoredKeys | undefined): Promise<ApiKey | undefined> => {
  for (const from of provider.keyEnv) {
    const value = env[from]?.trim();
    if (value !== undefined && value !== "") return { value, from };
  }
  const own = (await stored?.(provider.sameModelsAs ?? provider.name))?.trim();
  return own === undefined || own === "" ? undefined : { value: own };
};

/** No error of another's may quote a key, as that of a header that takes no line end would. */
export const fitsHeader = ({ value }: ApiKey): boolean => /^[\x20-\x7e]*$/.test(value);

/** Whether a provider can be asked with what is at hand. */
export const isUsable = (provider: Provider, env: Env, key: ApiKey | undefined): boolean =>
  key !== undefined || provider.keyEnv.length === 0 || provider.configured?.(env) === true;
