export { type Fields, isFields } from "./fields.ts";
export { type Incoming, incoming } from "./incoming.ts";
export { type ProgramQuestions, programQuestions } from "./program-questions.ts";
export { truncatedJson } from "./truncated-json.ts";
export { readLines } from "./read-lines.ts";
