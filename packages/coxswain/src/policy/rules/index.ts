export { exactCommand } from "./exact-command.ts";
export { granted } from "./granting.ts";
export { keptGrants } from "./grants.ts";
export type { RulePlaces } from "./path-match.ts";
export { parseRule } from "./rule.ts";
export { RuleError } from "./rule-error.ts";
export { type RuleLists, rulesPolicy } from "./rules-policy.ts";
export { hostOf, isCommand } from "./subjects.ts";
