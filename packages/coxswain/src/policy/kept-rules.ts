import type { Policy } from "./policy.ts";
import { parseRule, type RulePlaces, rulesPolicy } from "./rules/index.ts";

/**
 * What was allowed by answers: it has a say in nothing else. A rule that cannot be read allows nothing. An answer to what ran in a sandbox, or where there is
 * none, is no answer to running it outside of one.
 */
export const keptRules = (rules: readonly string[], places: RulePlaces): Policy => {
  const allow = rules.filter((rule) => !("fault" in parseRule(rule)));
  if (allow.length === 0) return () => undefined;
  const policy = rulesPolicy({ allow }, places);
  return (request) => {
    if (request.confined === false) return undefined;
    return policy(request)?.verdict === "allow" ? { verdict: "allow", reason: "an answer allowed it" } : undefined;
  };
};
