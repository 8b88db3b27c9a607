export { type SessionActivity, IDLE, withEntry } from "./session-activity.ts";
export { WatchedQuestions, type Watcher } from "./watched-questions.ts";
export { replay } from "./replay.ts";
