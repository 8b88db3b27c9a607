export { consume, orAborted, settle, waitFor, waitForAll, withHandledRejection } from "./abort.ts";
export type { Settled } from "./abort.ts";
export type { Clock } from "./clock.ts";
export { errorText, isInstance } from "./error-text.ts";
export { asRecord, fieldsOf } from "./json.ts";
export type { UnknownRecord } from "./json.ts";
