export { type DebugLog, debugLog } from "./debug-log.ts";
export { secretsIn } from "./redact.ts";
