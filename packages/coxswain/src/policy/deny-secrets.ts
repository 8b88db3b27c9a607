import type { CommandEffects } from "../loop/index.ts";
import type { Judgement, Policy } from "./policy.ts";
import { secrecyOf, type SecretPlaces, secretPaths } from "./secret-paths.ts";
import { stricter } from "./strictest.ts";

/**
 * Denies reading files that hold secrets, in every mode: the strictest policy decides, so nothing beside it can allow
 * them. What is read goes to the model's provider and into the log, from where it does not come back. A command that names
 * one and may do anything with it is asked about.
 */
export const denySecrets = (places: SecretPlaces): Policy => {
  const isSecret = secretPaths(places);
  const secrecy = secrecyOf(places);
  const ofCommand = ({ paths }: CommandEffects): Judgement | undefined =>
    paths
      .filter(({ use }) => use !== "write")
      .map(({ path, use, whole }) => ofUse(path, secrecy(path), use === "read", whole === true))
      .filter((judgement) => judgement !== undefined)
      .reduce<Judgement | undefined>((best, one) => (best === undefined ? one : stricter(best, one)), undefined);
  return ({ effect, subject, effects, alsoKnownAs = [] }) => {
    if (effects !== undefined) return ofCommand(effects);
    const secret = effect === "read" ? [subject, ...alsoKnownAs].find(isSecret) : undefined;
    return secret === undefined ? undefined : denied(secret);
  };
};

const ofUse = (path: string, secrecy: "is" | "holds" | "may" | undefined, read: boolean, whole: boolean): Judgement | undefined => {
  if (secrecy === undefined || (secrecy === "holds" && !whole)) return undefined;
  if (secrecy === "may") return { verdict: "ask", reason: `${path} may name a file that holds secrets` };
  if (secrecy === "holds" && read)
    return { verdict: "deny", reason: `${path} is read with all that lies in it, secrets among it; name what you need` };
  return read ? denied(path) : { verdict: "ask", reason: `${path} holds secrets, and a command is given it` };
};

const denied = (path: string): Judgement => ({
  verdict: "deny",
  reason: `${path} holds secrets, which are never read; ask the person for what you need to know of it`,
});
