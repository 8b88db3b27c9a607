import { type Configuration, knownKeys } from "../configuration/index.ts";
import { secretsIn } from "./redact.ts";

/** All that a debug file must not hold: what no log may, and whatever else of the environment looks like a secret by its name. */
export const debugSecrets = (configuration: Configuration): readonly string[] => [
  ...secretsIn(configuration.providers.env),
  ...knownKeys(configuration),
];
