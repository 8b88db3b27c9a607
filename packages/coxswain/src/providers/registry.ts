import type { BodyOptions } from "./body-options.ts";
import type { ModelOverride } from "./catalog.ts";
import { COMPATIBLE_PROVIDERS } from "./compatible-providers.ts";
import { NATIVE_PROVIDERS, OPTIONAL_PROVIDERS } from "./native-providers.ts";
import type { Connected, Connection, Provider } from "./provider.ts";
import { withoutBlank } from "./without-blank.ts";

/** A provider of a person's own, or another address of a known one. */
export interface CustomProvider {
  /** Needed for all but a known provider, whose own is the default. */
  readonly baseURL?: string;
  /** The wire that it speaks. Default: that of the known provider of the name, else OpenAI Chat. */
  readonly api?: "openai-chat" | "openai-responses" | "anthropic" | "google";
  /** The environment variable that holds its key. Default: that of the known provider of the name, else it needs none. */
  readonly apiKeyEnv?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Its models, by their names there. */
  readonly models?: Readonly<Record<string, ModelOverride>>;
  /** Fields that the body of each request is to have, as the provider names them; null takes one away. */
  readonly options?: BodyOptions;
}

export const BUILT_IN_PROVIDERS: readonly Provider[] = [...NATIVE_PROVIDERS, ...COMPATIBLE_PROVIDERS, ...OPTIONAL_PROVIDERS];

/** All providers by name: the known ones in their order, then a person's own. One that has no address is none. */
export const providersByName = (custom: Readonly<Record<string, CustomProvider>>): ReadonlyMap<string, Provider> => {
  const providers = new Map(BUILT_IN_PROVIDERS.map((provider) => [provider.name, provider]));
  for (const [name, settings] of Object.entries(custom)) {
    const known = providers.get(name);
    if (known !== undefined || settings.baseURL !== undefined) providers.set(name, customProvider(name, settings, known));
  }
  return providers;
};

const customProvider = (
  name: string,
  { baseURL, api, apiKeyEnv, headers, models, options }: CustomProvider,
  known: Provider = { name, label: name, keyEnv: [], connect: CONNECT["openai-chat"] },
): Provider => ({
  ...known,
  // Another address need not serve what the known one does.
  ...(baseURL === undefined ? {} : { baseURL: () => baseURL.replace(/\/+$/, ""), smallModel: () => undefined }),
  ...(api === undefined ? {} : { connect: CONNECT[api] }),
  ...(apiKeyEnv === undefined ? {} : { keyEnv: [apiKeyEnv] }),
  ...(headers === undefined ? {} : { headers }),
  ...(models === undefined ? {} : { models }),
  ...(options === undefined ? {} : { options }),
});

const CONNECT: Readonly<Record<NonNullable<CustomProvider["api"]>, (connection: Connection) => Promise<Connected>>> = {
  "openai-chat": async (connection) => (await import("./openai-compatible.ts")).connectCompatible(connection),
  "openai-responses": async (connection) => (await withoutBlank("OPENAI_BASE_URL", () => import("./openai.ts"))).connectOpenAI(connection),
  anthropic: async (connection) => (await withoutBlank("ANTHROPIC_BASE_URL", () => import("./anthropic.ts"))).connectAnthropic(connection),
  google: async (connection) => (await import("./google.ts")).connectGoogle(connection),
};
