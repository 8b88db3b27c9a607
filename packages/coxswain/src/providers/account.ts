import { findKey, isUsable, type StoredKeys } from "./api-key.ts";
import type { Origin } from "./errors/index.ts";
import type { ApiKey, Env, Provider } from "./provider.ts";

/** A provider with the API key and base URL that this user's configuration resolves to. */
export interface Account {
  readonly provider: Provider;
  readonly key: ApiKey | undefined;
  /** Another way to set the key than its environment variable. */
  readonly keyHelp: string | undefined;
  readonly baseURL: string | undefined;
  /** True if the provider can be called with the current credentials. */
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

/** Returns the account's details that error messages may contain. */
export const originOf = ({ provider, key, keyHelp, baseURL }: Account, model: string): Origin => ({
  label: provider.label,
  model,
  keyName: key?.from ?? provider.keyEnv[0],
  // An environment variable takes precedence over a stored key.
  keyHelp: key?.from === undefined ? keyHelp : undefined,
  baseURL,
  secrets: key === undefined ? [] : [key.value],
});
