import { BUILT_IN_PROVIDERS, secretValues } from "coxswain";
import type { Configuration } from "../configuration/index.ts";
import { secretsIn } from "../debug/index.ts";

/** All that a debug file must not hold: what no log may, and whatever else of the environment looks like a secret by its name. */
export const debugSecrets = (configuration: Configuration): readonly string[] => [
  ...secretsIn(configuration.providers.env),
  ...knownKeys(configuration),
];

/** Keys of the credentials file, of the environment and of the settings' headers. */
export const knownKeys = ({ providers: { env, custom = {} }, storedKeys }: Configuration): readonly string[] => {
  const own = Object.values(custom);
  const variables = [...BUILT_IN_PROVIDERS.flatMap(({ keyEnv }) => keyEnv), ...own.flatMap(({ apiKeyEnv }) => apiKeyEnv ?? [])];
  const headers = own.flatMap((provider) => Object.entries(provider.headers ?? {}));
  return [
    ...storedKeys(),
    ...variables.flatMap((name) => env[name]?.trim() ?? []),
    // As `Bearer KEY`.
    ...headers.flatMap(([name, value]) => (SECRET_HEADER.test(name) ? (value.split(" ").at(-1) ?? []) : [])),
    ...secretValues(env),
  ];
};

const SECRET_HEADER = /auth|key|token|secret|cookie/i;
