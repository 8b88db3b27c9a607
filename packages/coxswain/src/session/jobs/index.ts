export { isOfJobs, type JobEndEntry, type JobStartEntry } from "./entries.ts";
export { jobsState } from "./jobs-state.ts";
export { SessionJobs } from "./session-jobs.ts";
export { tellingOfJobs } from "./telling-hooks.ts";
