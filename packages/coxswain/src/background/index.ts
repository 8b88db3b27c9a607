export { isOfJobs, jobsState, SessionJobs, tellingOfJobs } from "./jobs/index.ts";
export type { JobEndEntry, JobOptions, JobStartEntry } from "./jobs/index.ts";
export { isOfTasks, lookedAtTools, sessionTasks, tasksState } from "./tasks/index.ts";
export type { AgentPlan, SessionTasks, TaskEndEntry, TaskOptions, TaskStartEntry } from "./tasks/index.ts";
