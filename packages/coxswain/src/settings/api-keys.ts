import type { Credentials } from "./credentials.ts";
import type { Environment } from "./home.ts";

export interface KeySources {
  readonly env: Environment;
  /** The environment variables in which a provider's key may be; the first one that is set counts. */
  readonly variables: (provider: string) => readonly string[];
  readonly credentials: Credentials;
}

/** Where a provider's key comes from: the environment, then the kept keys. An empty variable counts as not set. */
export const apiKeys =
  ({ env, variables, credentials }: KeySources): ((provider: string) => string | undefined) =>
  (provider) =>
    variables(provider)
      .map((name) => env[name]?.trim())
      .find((key) => key !== undefined && key !== "") ?? credentials.get(provider);
