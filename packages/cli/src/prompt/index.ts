export { type Display, displays } from "./display.ts";
export { type Ending, failure } from "./ending.ts";
export { perform } from "./perform.ts";
export { NOTHING, type Report } from "./report.ts";
