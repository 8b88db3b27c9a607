export { type Fields, isFields, truncatedJson } from "./json.ts";
export { type Incoming, incoming } from "./incoming.ts";
export { type ProgramQuestions, programQuestions } from "./program-questions.ts";
export { readLines } from "./read-lines.ts";
