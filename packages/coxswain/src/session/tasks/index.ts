export { Allowance } from "./allowance.ts";
export { isOfTasks, type TaskEndEntry, type TaskStartEntry } from "./entries.ts";
export { lookedAtTools } from "./looked-at-tools.ts";
export { type SessionTasks, sessionTasks } from "./session-tasks.ts";
export type { TaskOptions } from "./task-options.ts";
export { tasksState } from "./tasks-state.ts";
