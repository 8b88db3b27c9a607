import type { Policy } from "./policy.ts";
import { type SecretPlaces, secretPaths } from "./secret-paths.ts";

/**
 * Denies reading files that hold secrets, in every mode: the strictest policy decides, so nothing beside it can allow
 * them. What is read goes to the model's provider and into the log, from where it does not come back.
 */
export const denySecrets = (places: SecretPlaces): Policy => {
  const isSecret = secretPaths(places);
  return ({ effect, subject }) =>
    effect === "read" && isSecret(subject)
      ? { verdict: "deny", reason: `${subject} holds secrets, which are never read; ask the person for what you need to know of it` }
      : undefined;
};
