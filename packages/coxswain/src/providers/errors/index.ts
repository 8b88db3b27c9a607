export type { Origin } from "./explain.ts";
export { FailedAnswer } from "./failed-answer.ts";
export { toModelError } from "./to-model-error.ts";
export { UnreadableAnswer } from "./classify.ts";
