import type { Policy } from "./policy.ts";
import { granted, keptGrants, type RulePlaces } from "./rules/index.ts";

/**
 * A policy with what answers allowed: they have a say in what it leaves open, together with the rules that it judges by itself, and in nothing else. A rule that
 * cannot be read allows nothing. An answer to what ran in a sandbox, or where there is none, is no answer to running it outside of one.
 * @param rules asked for once, and only where something is left open.
 */
export const withSavedRules = (policy: Policy, rules: () => readonly string[], places: RulePlaces): Policy => {
  const look = () => {
    const kept = rules();
    return { kept, grants: keptGrants(kept, places) };
  };
  let found: ReturnType<typeof look> | undefined;
  return (request) => {
    const own = policy(request);
    const isOpen = own === undefined || own.verdict === "open";
    if (!isOpen || request.confined === false) return own;
    const { kept, grants } = (found ??= look());
    return granted(request, grants)?.verdict === "allow" ? { verdict: "allow", reason: "an answer allowed it" } : policy(request, kept);
  };
};
