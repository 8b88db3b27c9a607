export { type Display, displays, type ShownSession } from "./display.ts";
export { type Ending, endingOf, failure } from "./ending.ts";
export { howToAllow } from "./how-to-allow.ts";
export { perform, type Work } from "./perform.ts";
export { EMPTY_REPORT, type Report, withEvent } from "./report.ts";
