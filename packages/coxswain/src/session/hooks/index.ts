export { hookedRuns } from "./hooked-runs.ts";
export type { RunBegun } from "./hooked-runs.ts";
