export type { Origin } from "./explain.ts";
export { toModelError } from "./to-model-error.ts";
