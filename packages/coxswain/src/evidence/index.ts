export type { CheckKind } from "./check-judge.ts";
export { evidenceOf } from "./evidence.ts";
export type { Check, CheckOutcome, Evidence, WorkFact } from "./evidence.ts";
export { evidenceLine } from "./evidence-line.ts";
export { lineReader } from "./line-checks.ts";
export type { LineCheck, LineReader } from "./line-checks.ts";
export { callFact, callStart, entryFact, workFacts } from "./work-facts.ts";
