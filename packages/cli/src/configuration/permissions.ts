import {
  allowAll,
  denyAll,
  denySecrets,
  type Policy,
  protectedPlaces,
  readingInside,
  rulesPolicy,
  type RuntimeOptions,
  strictest,
} from "coxswain";
import type { Configuration } from "./configure.ts";
import { permissionRules, rulePlaces } from "./permission-rules.ts";
import { protectedPlacesHere } from "./protected-places-here.ts";
import { secretPlaces } from "./secret-places.ts";

/** What tools may do without a question, and that nobody is there to be asked. @throws {RuleError} */
export const permissions = (
  configuration: Configuration,
  { cwd, yes }: { readonly cwd: string; readonly yes: boolean },
): Required<Pick<RuntimeOptions, "policy" | "ask">> => {
  const rules = rulesPolicy(permissionRules(configuration.settings), rulePlaces(cwd));
  const grants: readonly Policy[] = [readingInside(), rules, ...(yes ? [allowAll()] : [])];
  return {
    policy: strictest(denySecrets(secretPlaces(configuration)), protectedPlaces(protectedPlacesHere(configuration, cwd)), ...grants),
    ask: denyAll((tool) => `The person can allow it with --allow ${tool}, or everything with --yes.`),
  };
};
