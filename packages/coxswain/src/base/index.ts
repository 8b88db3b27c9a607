export { consume, orAborted, settle, unlessAborted, waitFor, waitForAll, withHandledRejection } from "./abort.ts";
export type { Settled } from "./abort.ts";
export type { Clock } from "./clock.ts";
export { CoxswainError } from "./coxswain-error.ts";
export type { ErrorCode } from "./coxswain-error.ts";
export { errorText } from "./error-text.ts";
export { asRecord } from "./json.ts";
export type { UnknownRecord } from "./json.ts";
export { editDistance, nearestName, nearestNames } from "./suggest.ts";
