import { type Configuration, knownKeys } from "../configuration/index.ts";
import { secretsIn } from "./redact.ts";

/**
 * Returns every secret that the debug file must not contain: known keys, and environment variables whose names suggest
 * a secret.
 */
export const debugSecrets = (configuration: Configuration): readonly string[] => [
  ...secretsIn(configuration.providers.env),
  ...knownKeys(configuration),
];
