export type { AgentPlan } from "./agent-plan.ts";
export { Allowance } from "./allowance.ts";
export { isOfTasks } from "./entries.ts";
export type { TaskEndEntry, TaskStartEntry } from "./entries.ts";
export { lookedAtTools } from "./looked-at-tools.ts";
export { sessionTasks } from "./session-tasks.ts";
export type { SessionTasks } from "./session-tasks.ts";
export type { TaskOptions } from "./task-options.ts";
export { tasksState } from "./tasks-state.ts";
