export { jobsState, tasksState } from "./background-state.ts";
export type { ResolvedAgentSetup } from "./background-task.ts";
export { isBackgroundEntry } from "./entries.ts";
export { noticeHook } from "./notice-hook.ts";
export { SessionJobs } from "./session-jobs.ts";
export type { JobOptions } from "./session-jobs.ts";
export { inspectionTools, SessionTasks } from "./session-tasks.ts";
export type { TaskOptions } from "./session-tasks.ts";
