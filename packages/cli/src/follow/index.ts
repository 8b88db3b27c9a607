export { type SessionActivity, IDLE, withEntry } from "./session-activity.ts";
export { watchQuestions } from "./watch-questions.ts";
export type { Watcher } from "./watched-questions.ts";
export { replay, retryStart } from "./replay.ts";
