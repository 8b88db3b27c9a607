import { BUILT_IN_PROVIDERS } from "coxswain";
import type { Configuration } from "../configuration/index.ts";
import { secretsIn } from "../debug/index.ts";

/** All that a debug file must not hold: keys of the environment, of the credentials file and of the settings' headers. */
export const knownSecrets = async ({ providers: { env, keys, custom = {} } }: Configuration): Promise<readonly string[]> => {
  const names = [...BUILT_IN_PROVIDERS.map(({ name }) => name), ...Object.keys(custom)];
  const stored = await Promise.all(names.map(async (name) => keys?.(name)));
  const headers = Object.values(custom).flatMap((provider) => Object.values(provider.headers ?? {}));
  return [...secretsIn(env), ...stored.filter((key) => key !== undefined), ...headers];
};
