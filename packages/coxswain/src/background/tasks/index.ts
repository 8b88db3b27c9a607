export type { ResolvedAgentSetup } from "./agent-plan.ts";
export { SpawnQuota } from "./allowance.ts";
export { isOfTasks } from "./entries.ts";
export type { TaskEndEntry, TaskStartEntry } from "./entries.ts";
export { inspectionTools } from "./looked-at-tools.ts";
export { sessionTasks } from "./session-tasks.ts";
export type { SessionTasks } from "./session-tasks.ts";
export type { TaskOptions } from "./task-options.ts";
export { tasksState } from "./tasks-state.ts";
