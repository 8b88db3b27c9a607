export { ModelFallback } from "./model-fallback.ts";
export { recoveries } from "./recoveries.ts";
export { retry } from "./retry.ts";
export { retrying } from "./retrying.ts";
export { withFallbacks } from "./with-fallbacks.ts";
