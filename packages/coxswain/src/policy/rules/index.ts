export { exactCommand } from "./exact-command.ts";
export { granted } from "./granting.ts";
export { keptGrants } from "./grants.ts";
export type { RulePlaces } from "./path-match.ts";
export { RuleError } from "./rule-error.ts";
export { parseRule } from "./rule.ts";
export { rulesPolicy } from "./rules-policy.ts";
export type { RuleLists } from "./rules-policy.ts";
export { hostOf, isCommand } from "./subjects.ts";
