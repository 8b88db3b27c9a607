export type { AgentEvent } from "./agent-event.ts";
export { isAgentUsage } from "./agent-usage-entry.ts";
export type { AgentUsageEntry } from "./agent-usage-entry.ts";
export { checkSetup } from "./check-setup.ts";
export type { CompactionEvent } from "./compaction-event.ts";
export { compactionPolicy } from "./compaction-options.ts";
export type { CompactionOptions, CompactionPolicy } from "./compaction-options.ts";
export type { Durability } from "./durability.ts";
export type {
  SystemPromptChangeEntry,
  BudgetChangeEntry,
  LabelEntry,
  ModelChangeEntry,
  SessionEntry,
  SetupEntry,
  ThinkingChangeEntry,
  TitleChangeEntry,
  ToolsChangeEntry,
} from "./entries.ts";
export { ClosedError } from "./errors.ts";
export type { EventOf, EventReader, ReadingOptions } from "./event-reader.ts";
export { EventStream, pastEvents } from "./event-stream.ts";
export type { Event, SessionEvent } from "./event.ts";
export type { FallbackEvent } from "./fallback-event.ts";
export type { HookBlockEvent } from "./hook-block-event.ts";
export { injectedBy, injections } from "./injections.ts";
export type { InjectEntry, InjectResetEntry } from "./injections.ts";
export { isValidEntry } from "./is-sound.ts";
export type { JobEvent } from "./job-event.ts";
export { isJobNotice, jobNoticeSource } from "./job-source.ts";
export { SessionJournal } from "./journal.ts";
export { mapStrings } from "./map-strings.ts";
export { maskFacts } from "./mask-facts.ts";
export { assertValidEntry } from "./must-be-sound.ts";
export type { PrefixEvent, PrefixReason } from "./prefix-event.ts";
export { isOfQuestions } from "./question-entries.ts";
export { isAllowing, openQuestion, questionFacts, withdrawLeft, withoutEffects } from "./questions/index.ts";
export type { PermissionAskEntry, PermissionReplyEntry } from "./question-entries.ts";
export { responseIn } from "./response-in.ts";
export type { RetryEvent, RetryOptions } from "./retry-event.ts";
export type { SessionState } from "./session-state.ts";
export type { Setup } from "./setup.ts";
export { asAnyEntries, asAnyEntry } from "./session-log-entry.ts";
export type {
  AgentEndEntry,
  AgentStartEntry,
  AnyEntry,
  CustomEntry,
  ImportEntry,
  JobEndEntry,
  JobStartEntry,
  SessionLogEntry,
  TaskEndEntry,
  TaskStartEntry,
} from "./session-log-entry.ts";
export { spentIn } from "./spent-in.ts";
export { branchState, sessionTotals } from "./state.ts";
export type { SessionTotals } from "./state.ts";
export { storedState } from "./stored-state.ts";
export type { StoredState } from "./stored-state.ts";
export type { TaskEnding, TaskEvent, TaskInfo, TaskPlace } from "./task-event.ts";
export { isTaskNotice, taskNoticeSource } from "./task-source.ts";
export type { Upstream } from "./upstream.ts";
export { workingFolder } from "./working-folder.ts";
