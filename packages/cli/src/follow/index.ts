export { type Course, IDLE, withEntry } from "./course.ts";
export { replay } from "./replay.ts";
