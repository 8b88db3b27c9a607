export { isOfJobs, type JobEndEntry, type JobStartEntry } from "./entries.ts";
export { jobsState } from "./jobs-state.ts";
export { type JobOptions, SessionJobs } from "./session-jobs.ts";
export { tellingOfJobs } from "./telling-hooks.ts";
