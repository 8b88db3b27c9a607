import type { CommandEffects } from "../loop/index.ts";
import type { Judgement, Policy } from "./policy.ts";
import { type SecretPlaces, secretPaths } from "./secret-paths.ts";

/**
 * Denies reading files that hold secrets, in every mode: the strictest policy decides, so nothing beside it can allow
 * them. What is read goes to the model's provider and into the log, from where it does not come back. A command that names
 * one and may do anything with it is asked about.
 */
export const denySecrets = (places: SecretPlaces): Policy => {
  const isSecret = secretPaths(places);
  const ofCommand = ({ paths }: CommandEffects): Judgement | undefined => {
    const named = paths.filter(({ path, use }) => use !== "write" && isSecret(path));
    const read = named.find(({ use }) => use === "read");
    if (read !== undefined) return denied(read.path);
    return named[0] && { verdict: "ask", reason: `${named[0].path} holds secrets, and a command is given it` };
  };
  return ({ effect, subject, effects, alsoKnownAs = [] }) => {
    if (effects !== undefined) return ofCommand(effects);
    const secret = effect === "read" ? [subject, ...alsoKnownAs].find(isSecret) : undefined;
    return secret === undefined ? undefined : denied(secret);
  };
};

const denied = (path: string): Judgement => ({
  verdict: "deny",
  reason: `${path} holds secrets, which are never read; ask the person for what you need to know of it`,
});
