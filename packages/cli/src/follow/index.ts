export { type SessionActivity, IDLE, withEntry } from "./session-activity.ts";
export { WatchedQuestions } from "./followed-questions.ts";
export type { Watcher } from "./watcher.ts";
export { replay } from "./replay.ts";
