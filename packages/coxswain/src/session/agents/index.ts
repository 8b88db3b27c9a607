export { commandReports } from "./command-reports.ts";
export type { CommandRecorder, ReportingAgent } from "./command-reports.ts";
export type { ChildSession, ParentContext, SpawnRequest } from "./parent-context.ts";
export { rollUp } from "./roll-up.ts";
export { SessionAgents } from "./session-agents.ts";
