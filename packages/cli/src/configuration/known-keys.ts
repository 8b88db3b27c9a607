import { type Masking, masking, secretValues } from "coxswain/policy";
import { BUILT_IN_PROVIDERS } from "coxswain/providers";
import type { Configuration } from "./configure.ts";
import { SEARCHERS } from "./tool-options.ts";

/** Names of the environment variables that hold keys. */
export const keyVariables = ({ providers: { custom = {} } }: Configuration): readonly string[] => [
  ...BUILT_IN_PROVIDERS.flatMap(({ keyEnv }) => keyEnv),
  ...SEARCHERS.map(({ keyEnv }) => keyEnv),
  ...Object.values(custom).flatMap(({ apiKeyEnv }) => apiKeyEnv ?? []),
];

/** Returns the keys in the credentials file, the environment, the settings' headers and MCP servers, and the passwords in URLs. */
export const knownKeys = (configuration: Configuration): readonly string[] => {
  const { env, custom = {} } = configuration.providers;
  const servers = configuration.mcp.servers.map(({ config }) => config);
  const urls = servers.flatMap((server) => (server.kind === "url" ? [server] : []));
  const headers = [...Object.values(custom), ...urls].flatMap((one) => Object.entries(one.headers ?? {}));
  return [
    ...configuration.storedKeys(),
    ...keyVariables(configuration).flatMap((name) => env[name]?.trim() ?? []),
    // For example `Bearer KEY`.
    ...headers.flatMap(([name, value]) => (SECRET_HEADER.test(name) ? (value.split(" ").at(-1) ?? []) : [])),
    ...secretValues(env),
    ...Object.entries(env).flatMap(([name, value]) => (ADDRESS.test(name) ? passwordsIn(value) : [])),
    ...Object.values(custom).flatMap(({ baseURL }) => passwordsIn(baseURL)),
    ...servers.flatMap((server) => (server.kind === "command" ? secretValues(server.env) : [])),
    ...urls.flatMap(({ url, oauth }) => [
      ...passwordsIn(url),
      ...secretParameters(url),
      ...(oauth?.clientSecret === undefined ? [] : [oauth.clientSecret]),
    ]),
  ];
};

/** Creates the masking for everything that a command writes to a session. */
export const maskingOf = (configuration: Configuration): Masking =>
  masking({ values: knownKeys(configuration), shapes: configuration.settings.maskSecrets ?? true });

/** Matches variables with the URL of a server or proxy. */
const ADDRESS = /_(?:PROXY|BASE_URL)$/i;

/**
 * Returns the password of a URL, encoded and decoded. Skips passwords that are too short to distinguish from a word.
 */
const passwordsIn = (address: string | undefined): readonly string[] => {
  const url = address === undefined ? null : URL.parse(address.trim());
  if (url === null || url.password.length < SHORTEST_PASSWORD) return [];
  const written = /^[^/]*\/\/[^/]*?:([^/]*)@/.exec(address?.trim() ?? "")?.[1] ?? url.password;
  return [...new Set([written, url.password, unescaped(url.password)])];
};

/** Returns the values of a URL's query whose names suggest secrets, such as `api_key`. */
const secretParameters = (address: string): readonly string[] =>
  secretValues(Object.fromEntries([...(URL.parse(address)?.searchParams ?? [])].map(([name, value]) => [name.toUpperCase(), value])));

const SHORTEST_PASSWORD = 8;

const unescaped = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const SECRET_HEADER = /auth|key|token|secret|cookie/i;
