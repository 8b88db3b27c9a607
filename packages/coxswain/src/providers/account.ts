import { findKey, isUsable, type StoredKeys } from "./api-key.ts";
import type { Origin } from "./errors/index.ts";
import type { ApiKey, Env, Provider } from "./provider.ts";

/** One provider as one person reaches it now. */
export interface Account {
  readonly provider: Provider;
  readonly key: ApiKey | undefined;
  /** How else than by its variable the key is given. */
  readonly keyHelp: string | undefined;
  readonly baseURL: string | undefined;
  /** Whether it can be asked with what is at hand. */
  readonly usable: boolean;
}

export interface KeyPlaces {
  readonly env: Env;
  readonly stored: StoredKeys | undefined;
  readonly help: string | undefined;
}

export const accountOf = async (provider: Provider, { env, stored, help }: KeyPlaces): Promise<Account> => {
  const key = await findKey(provider, env, stored);
  return { provider, key, keyHelp: help, baseURL: provider.baseURL?.(env), usable: isUsable(provider, env, key) };
};

/** What messages about failures may name of it. */
export const originOf = ({ provider, key, keyHelp, baseURL }: Account, model: string): Origin => ({
  label: provider.label,
  model,
  keyName: key?.from ?? provider.keyEnv[0],
  // A variable that is set goes before what is kept.
  keyHelp: key?.from === undefined ? keyHelp : undefined,
  baseURL,
  secrets: key === undefined ? [] : [key.value],
});
