import { type Masking, masking, secretValues } from "coxswain/policy";
import { BUILT_IN_PROVIDERS } from "coxswain/providers";
import type { Configuration } from "./configure.ts";
import { SEARCHERS } from "./search-tools.ts";

/** Names of the variables that keys are taken from. */
export const keyVariables = ({ providers: { custom = {} } }: Configuration): readonly string[] => [
  ...BUILT_IN_PROVIDERS.flatMap(({ keyEnv }) => keyEnv),
  ...SEARCHERS.map(({ keyEnv }) => keyEnv),
  ...Object.values(custom).flatMap(({ apiKeyEnv }) => apiKeyEnv ?? []),
];

/** Keys of the credentials file, of the environment, of the settings' headers, and passwords of the addresses that are asked. */
export const knownKeys = (configuration: Configuration): readonly string[] => {
  const { env, custom = {} } = configuration.providers;
  const headers = Object.values(custom).flatMap((provider) => Object.entries(provider.headers ?? {}));
  return [
    ...configuration.storedKeys(),
    ...keyVariables(configuration).flatMap((name) => env[name]?.trim() ?? []),
    // As `Bearer KEY`.
    ...headers.flatMap(([name, value]) => (SECRET_HEADER.test(name) ? (value.split(" ").at(-1) ?? []) : [])),
    ...secretValues(env),
    ...Object.entries(env).flatMap(([name, value]) => (ADDRESS.test(name) ? passwordsIn(value) : [])),
    ...Object.values(custom).flatMap(({ baseURL }) => passwordsIn(baseURL)),
  ];
};

/** What no session is to hold, whichever command writes to it. */
export const maskingOf = (configuration: Configuration): Masking =>
  masking({ values: knownKeys(configuration), shapes: configuration.settings.maskSecrets ?? true });

/** Variables that name a server or a proxy. */
const ADDRESS = /_(?:PROXY|BASE_URL)$/i;

/** The password of an address, as it is written there and as it is meant; what is too short to be told from a word is none. */
const passwordsIn = (address: string | undefined): readonly string[] => {
  const url = address === undefined ? null : URL.parse(address.trim());
  if (url === null || url.password.length < SHORTEST_PASSWORD) return [];
  const written = /^[^/]*\/\/[^/]*?:([^/]*)@/.exec(address?.trim() ?? "")?.[1] ?? url.password;
  return [...new Set([written, url.password, unescaped(url.password)])];
};

const SHORTEST_PASSWORD = 8;

const unescaped = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const SECRET_HEADER = /auth|key|token|secret|cookie/i;
