export {
  type Amounts,
  BudgetError,
  budgetFault,
  checkBudget,
  Ledger,
  type LedgerOptions,
  type Reservation,
  type Reserved,
} from "./budget/index.ts";
export { denyAll } from "./deny-all.ts";
export { denySecrets } from "./deny-secrets.ts";
export { allowAll, allowTools, readingInside } from "./grants.ts";
export { judge, type Ruling } from "./judge.ts";
export { type Masking, masking, type MaskingOptions, secretValues } from "./masking/index.ts";
export type { Judgement, Policy } from "./policy.ts";
export { policyGate } from "./policy-gate.ts";
export type { Answer, Ask, Question } from "./question.ts";
export { type SecretPlaces, secretPaths } from "./secret-paths.ts";
export { strictest } from "./strictest.ts";
export { loopBreaker } from "./loop-breaker.ts";
export { turnCap } from "./turn-cap.ts";
export { unreadableCalls } from "./unreadable-calls.ts";
