import { BUILT_IN_PROVIDERS, type Masking, masking, secretValues } from "coxswain";
import type { Configuration } from "./configure.ts";

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

/** What no session is to hold, whichever command writes to it. */
export const maskingOf = (configuration: Configuration): Masking =>
  masking({ values: knownKeys(configuration), shapes: configuration.settings.maskSecrets ?? true });

const SECRET_HEADER = /auth|key|token|secret|cookie/i;
