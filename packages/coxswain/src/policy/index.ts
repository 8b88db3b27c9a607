export { denyAll } from "./deny-all.ts";
export { denySecrets, type SecretPlaces } from "./deny-secrets.ts";
export { allowAll, allowTools, readingInside } from "./grants.ts";
export { judge, type Ruling } from "./judge.ts";
export type { Judgement, Policy } from "./policy.ts";
export { policyGate, type PolicyGateOptions, type Reply } from "./policy-gate.ts";
export type { Answer, Ask, Question } from "./question.ts";
export { strictest } from "./strictest.ts";
