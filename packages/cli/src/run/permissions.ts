import { allowAll, allowTools, denyAll, denySecrets, type Policy, readingInside, type RuntimeOptions, strictest } from "coxswain";
import { type Configuration, secretPlaces } from "../configuration/index.ts";

/** What tools may do without a question, and that nobody is there to be asked. */
export const permissions = (configuration: Configuration, yes: boolean): Required<Pick<RuntimeOptions, "policy" | "ask">> => {
  const grants: readonly Policy[] = [readingInside(), allowTools(configuration.settings.allow ?? []), ...(yes ? [allowAll()] : [])];
  return {
    policy: strictest(denySecrets(secretPlaces(configuration)), ...grants),
    ask: denyAll((tool) => `The person can allow it with --allow ${tool}, or everything with --yes.`),
  };
};
