export { type AgentUsageEntry, isAgentUsage } from "./agent-usage-entry.ts";
export { checkSetup } from "./check-setup.ts";
export { type CompactionOptions, compactionPolicy, type CompactionPolicy } from "./compaction-options.ts";
export type {
  BaseChangeEntry,
  BudgetChangeEntry,
  LabelEntry,
  ModelChangeEntry,
  SessionEntry,
  SetupEntry,
  ThinkingChangeEntry,
  TitleChangeEntry,
  ToolsChangeEntry,
} from "./entries.ts";
export { type InjectEntry, type InjectResetEntry, injectedBy, injections } from "./injections.ts";
export { responseIn } from "./response-in.ts";
export type { SessionState } from "./session-state.ts";
export type { Setup } from "./setup.ts";
export { spentIn } from "./spent-in.ts";
export { branchState, sessionTotals, type SessionTotals } from "./state.ts";
export { type StoredState, storedState } from "./stored-state.ts";
export { workingFolder } from "./working-folder.ts";
