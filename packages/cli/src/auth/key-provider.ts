import { BUILT_IN_PROVIDERS, type CustomProvider, type Provider } from "coxswain/providers";
import { nearestName } from "coxswain/settings";
import { UnknownNameError, UsageError } from "../argv/index.ts";
import { type Configuration, SEARCHERS } from "../configuration/index.ts";

/** A provider that may have a key. */
export interface KeyProvider extends Pick<Provider, "name" | "label" | "keyEnv" | "configured"> {
  /** The model for key checks; undefined when unknown. */
  readonly cheapest: string | undefined;
  /** Set for search providers, which have no models. */
  readonly searches?: true;
}

/** Source of a provider's key; never the key. */
export type KeySource =
  | {
      readonly from: "environment";
      readonly variable: string;
      /** True if a saved key exists, which the variable overrides. */ readonly stored: boolean;
    }
  | { readonly from: "file" }
  /** Credentials of a cloud SDK. */
  | { readonly from: "cloud" }
  | { readonly from: "nowhere"; /** The variable that may hold it. */ readonly variable: string | undefined };

/** Lists providers that need a key: built-in ones, the user's own, then search providers. Omits local servers. */
export const keyProviders = ({ providers: { custom = {} } }: Pick<Configuration, "providers">): readonly KeyProvider[] => {
  const builtIn = BUILT_IN_PROVIDERS.filter(({ keyEnv, sameModelsAs }) => keyEnv.length > 0 && sameModelsAs === undefined);
  const names = new Set(builtIn.map(({ name }) => name));
  const searchers = SEARCHERS.filter(({ name }) => !names.has(name)).map(({ name, label, keyEnv }) => ({
    name,
    label,
    keyEnv: [keyEnv],
    cheapest: undefined,
    searches: true as const,
  }));
  const own = Object.entries(custom).filter(([name]) => !names.has(name));
  return [
    ...builtIn.map((provider) => withCustom(provider, custom[provider.name])),
    ...own.map(([name, one]) => customProvider(name, one)),
    ...searchers,
  ];
};

/**
 * Finds the provider that an argument names. The message omits an argument that may be a key.
 * @throws {UsageError}
 */
export const findKeyProvider = (configuration: Pick<Configuration, "providers">, name: string | undefined): KeyProvider => {
  const providers = keyProviders(configuration);
  const found = providers.find((provider) => provider.name === name);
  if (found !== undefined) return found;
  const names = providers.map((provider) => provider.name);
  const choice = `Use one of ${names.join(", ")}`;
  if (name === undefined || !/^[a-z0-9.-]{1,24}$/.test(name)) throw new UsageError(`missing or unknown provider. ${choice}`);
  if (nearestName(name, names) !== undefined) throw new UnknownNameError("provider", name, names);
  throw new UsageError(`unknown provider: ${name}. ${choice}`);
};

/** @throws {SettingsError} when the file of keys cannot be used */
export const keySource = async (
  { name, keyEnv, configured }: KeyProvider,
  { providers }: Pick<Configuration, "providers">,
): Promise<KeySource> => {
  const { env, keys } = providers;
  const isStored = ((await keys?.(name)) ?? "") !== "";
  const variable = keyEnv.find((one) => (env[one]?.trim() ?? "") !== "");
  if (variable !== undefined) return { from: "environment", variable, stored: isStored };
  if (isStored) return { from: "file" };
  return configured?.(env) === true ? { from: "cloud" } : { from: "nowhere", variable: keyEnv[0] };
};

const withCustom = (provider: Provider, { apiKeyEnv }: CustomProvider = {}): KeyProvider => {
  const { name, label, keyEnv, configured, defaultModel, smallModel } = provider;
  return {
    name,
    label,
    keyEnv: apiKeyEnv === undefined ? keyEnv : [apiKeyEnv],
    ...(configured === undefined ? {} : { configured }),
    cheapest: defaultModel === undefined ? undefined : (smallModel?.(defaultModel) ?? defaultModel),
  };
};

const customProvider = (name: string, { apiKeyEnv, models = {} }: CustomProvider): KeyProvider => ({
  name,
  label: name,
  keyEnv: apiKeyEnv === undefined ? [] : [apiKeyEnv],
  cheapest: Object.keys(models)[0],
});
