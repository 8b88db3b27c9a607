import type { Policy } from "./policy.ts";
import { granted, savedGrants, type RulePlaces } from "./rules/index.ts";

/**
 * Adds saved answers to a policy. They decide, together with the policy's own rules, only what the policy leaves open. An
 * invalid rule allows nothing. An answer for a command in a sandbox, or without any sandbox, does not allow to leave one.
 * @param rules called at most once, and only if something is left open.
 */
export const withSavedRules = (policy: Policy, rules: () => readonly string[], places: RulePlaces): Policy => {
  const load = () => {
    const saved = rules();
    return { saved, grants: savedGrants(saved, places) };
  };
  let loaded: ReturnType<typeof load> | undefined;
  return (request) => {
    const judgement = policy(request);
    const isOpen = judgement === undefined || judgement.verdict === "open";
    if (!isOpen || request.confined === false) return judgement;
    const { saved, grants } = (loaded ??= load());
    return granted(request, grants)?.verdict === "allow"
      ? { verdict: "allow", reason: "a saved answer allows it" }
      : policy(request, saved);
  };
};
