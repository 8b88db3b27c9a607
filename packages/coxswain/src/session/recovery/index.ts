export { Answering, type FallbackEvent } from "./answering.ts";
export { recoveries } from "./recoveries.ts";
export { retry } from "./retry.ts";
export type { RetryEvent } from "./retry-event.ts";
export type { RetryOptions } from "./retry-plan.ts";
export { retrying } from "./retrying.ts";
export { withFallbacks } from "./with-fallbacks.ts";
