import type { BodyOptions } from "./body-options.ts";
import type { ModelOverride } from "./catalog.ts";
import { COMPATIBLE_PROVIDERS } from "./compatible-providers.ts";
import { NATIVE_PROVIDERS, OPTIONAL_PROVIDERS } from "./native-providers.ts";
import type { Connected, Connection, Provider } from "./provider.ts";

/** A custom provider, or a custom base URL of a built-in one. */
export interface CustomProvider {
  /** Required, except for a built-in provider, whose own URL is the default. */
  readonly baseURL?: string;
  /** Its API format. Default: the built-in provider's of that name, else OpenAI Chat. */
  readonly api?: "openai-chat" | "openai-responses" | "anthropic" | "google";
  /** The environment variable of its API key. Default: the built-in provider's of that name, else no key is needed. */
  readonly apiKeyEnv?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Its models, keyed by model ID. */
  readonly models?: Readonly<Record<string, ModelOverride>>;
  /** Fields to add to the body of each request, in the provider's naming; null removes a field. */
  readonly options?: BodyOptions;
}

export const BUILT_IN_PROVIDERS: readonly Provider[] = [...NATIVE_PROVIDERS, ...COMPATIBLE_PROVIDERS, ...OPTIONAL_PROVIDERS];

/**
 * Returns all providers by name: built-in ones in order, then custom ones. A custom provider without a base URL is
 * skipped.
 */
export const providersByName = (custom: Readonly<Record<string, CustomProvider>>): ReadonlyMap<string, Provider> => {
  const providers = new Map(BUILT_IN_PROVIDERS.map((provider) => [provider.name, provider]));
  for (const [name, settings] of Object.entries(custom)) {
    const existing = providers.get(name);
    if (existing !== undefined || settings.baseURL !== undefined) providers.set(name, customProvider(name, settings, existing));
  }
  return providers;
};

const customProvider = (
  name: string,
  { baseURL, api, apiKeyEnv, headers, models, options }: CustomProvider,
  base: Provider = { name, label: name, keyEnv: [], connect: CONNECT["openai-chat"] },
): Provider => ({
  ...base,
  // Another server need not have the built-in provider's small model.
  ...(baseURL === undefined ? {} : { baseURL: () => baseURL.replace(/\/+$/, ""), smallModel: () => undefined }),
  ...(api === undefined ? {} : { connect: CONNECT[api] }),
  ...(apiKeyEnv === undefined ? {} : { keyEnv: [apiKeyEnv] }),
  ...(headers === undefined ? {} : { headers }),
  ...(models === undefined ? {} : { models }),
  ...(options === undefined ? {} : { options }),
});

const CONNECT: Readonly<Record<NonNullable<CustomProvider["api"]>, (connection: Connection) => Promise<Connected>>> = {
  "openai-chat": async (connection) => (await import("./openai-compatible.ts")).connectCompatible(connection),
  "openai-responses": async (connection) => (await import("./openai.ts")).connectOpenAI(connection),
  anthropic: async (connection) => (await import("./anthropic.ts")).connectAnthropic(connection),
  google: async (connection) => (await import("./google.ts")).connectGoogle(connection),
};
