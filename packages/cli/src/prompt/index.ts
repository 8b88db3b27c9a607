export { type Display, displays, type ServerStatus, type ShownSession } from "./display.ts";
export { type RunResult, runResult, failedResult } from "./run-result.ts";
export { displayRun, reportFailedStart, type AbortableEvents } from "./display-run.ts";
export { EMPTY_REPORT, type Report, withEvent, withEvidence } from "./report.ts";
