import type { CommandEffects } from "../loop/index.ts";
import type { Judgement, Policy } from "./policy.ts";
import { secrecyOf, type SecretPlaces, secretPaths } from "./secret-paths.ts";
import { stricter } from "./strictest.ts";

/**
 * Denies reading files with secrets in every mode: the strictest policy decides, so no other policy can allow it. File
 * content goes to the model's provider and into the log, and cannot be recalled. A command that names such a file with an
 * unknown use is asked about.
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
  if (secrecy === "may") return { verdict: "ask", reason: `${path} may match a file with secrets` };
  if (secrecy === "holds" && read)
    return { verdict: "deny", reason: `${path} contains secrets and would be read completely; name the files that you need` };
  return read ? denied(path) : { verdict: "ask", reason: `${path} contains secrets, and a command uses it` };
};

const denied = (path: string): Judgement => ({
  verdict: "deny",
  reason: `${path} contains secrets and is never read; ask the user for the information that you need`,
});
