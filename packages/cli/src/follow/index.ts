export { type Course, IDLE, withEntry } from "./course.ts";
export { FollowedQuestions } from "./followed-questions.ts";
export type { Onlooker } from "./onlooker.ts";
export { replay } from "./replay.ts";
