import { BUILT_IN_PROVIDERS, type Masking, masking, secretValues } from "coxswain";
import type { Configuration } from "./configure.ts";
import { SEARCHERS } from "./search-tools.ts";

/** Names of the variables that keys are taken from. */
export const keyVariables = ({ providers: { custom = {} } }: Configuration): readonly string[] => [
  ...BUILT_IN_PROVIDERS.flatMap(({ keyEnv }) => keyEnv),
  ...SEARCHERS.map(({ keyEnv }) => keyEnv),
  ...Object.values(custom).flatMap(({ apiKeyEnv }) => apiKeyEnv ?? []),
];

/** Keys of the credentials file, of the environment and of the settings' headers. */
export const knownKeys = (configuration: Configuration): readonly string[] => {
  const { env, custom = {} } = configuration.providers;
  const headers = Object.values(custom).flatMap((provider) => Object.entries(provider.headers ?? {}));
  return [
    ...configuration.storedKeys(),
    ...keyVariables(configuration).flatMap((name) => env[name]?.trim() ?? []),
    // As `Bearer KEY`.
    ...headers.flatMap(([name, value]) => (SECRET_HEADER.test(name) ? (value.split(" ").at(-1) ?? []) : [])),
    ...secretValues(env),
  ];
};

/** What no session is to hold, whichever command writes to it. */
export const maskingOf = (configuration: Configuration): Masking =>
  masking({ values: knownKeys(configuration), shapes: configuration.settings.maskSecrets ?? true });

const SECRET_HEADER = /auth|key|token|secret|cookie/i;
