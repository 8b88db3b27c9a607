export { hookedRuns, refuseRun } from "./hooked-runs.ts";
export type { RefusingParts, RunBegun } from "./hooked-runs.ts";
