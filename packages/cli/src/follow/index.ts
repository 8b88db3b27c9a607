export { type SessionActivity, IDLE, withEntry } from "./course.ts";
export { FollowedQuestions } from "./followed-questions.ts";
export type { Watcher } from "./onlooker.ts";
export { replay } from "./replay.ts";
