export { exactCommand, parseRule, prefixCommand, RuleError } from "./rule.ts";
export { granted, savedGrants } from "./granting.ts";
export type { RulePlaces } from "./path-match.ts";
export { rulesPolicy } from "./rules-policy.ts";
export type { RuleLists } from "./rules-policy.ts";
export { isCommand, originRule } from "./subjects.ts";
