export { isOfJobs } from "./entries.ts";
export type { JobEndEntry, JobStartEntry } from "./entries.ts";
export { jobsState } from "./jobs-state.ts";
export { SessionJobs } from "./session-jobs.ts";
export type { JobOptions } from "./session-jobs.ts";
export { jobNotices } from "./telling-hooks.ts";
