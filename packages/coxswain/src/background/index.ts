export { isOfJobs, jobsState, SessionJobs, jobNotices } from "./jobs/index.ts";
export type { JobEndEntry, JobOptions, JobStartEntry } from "./jobs/index.ts";
export { isOfTasks, inspectionTools, sessionTasks, tasksState } from "./tasks/index.ts";
export type { ResolvedAgentSetup, SessionTasks, TaskEndEntry, TaskOptions, TaskStartEntry } from "./tasks/index.ts";
