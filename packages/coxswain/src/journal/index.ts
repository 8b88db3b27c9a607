export type {
  AgentEvent,
  CompactionEvent,
  Event,
  FallbackEvent,
  HookBlockEvent,
  JobEvent,
  PrefixEvent,
  PrefixReason,
  RetryEvent,
  SessionEvent,
  TaskEvent,
  TaskInfo,
} from "./event.ts";
export { asAnyEntries, asAnyEntry, isAgentUsage, isQuestionEntry } from "./entries.ts";
export type {
  AgentEndEntry,
  AgentStartEntry,
  AgentCommandEntry,
  AgentUsageEntry,
  ResponseDiscardEntry,
  RetryEntry,
  AnyEntry,
  BudgetChangeEntry,
  CustomEntry,
  ImportEntry,
  JobEndEntry,
  JobStartEntry,
  LabelEntry,
  ModelChangeEntry,
  PermissionAskEntry,
  PermissionReplyEntry,
  QuestionAskEntry,
  QuestionReplyEntry,
  SessionEntry,
  SessionLogEntry,
  SetupEntry,
  SystemPromptChangeEntry,
  TaskEndEntry,
  TaskEnding,
  TaskPlace,
  TaskStartEntry,
  ThinkingChangeEntry,
  TitleChangeEntry,
  ToolsChangeEntry,
} from "./entries.ts";
export { assertValidSetup } from "./setup.ts";
export { compactionPolicy } from "./compaction-options.ts";
export type { CompactionOptions, CompactionPolicy } from "./compaction-options.ts";
export type { Durability } from "./durability.ts";
export { ClosedError } from "./errors.ts";
export type { EventOf, EventReader, ReadingOptions } from "./event-reader.ts";
export { EventStream, pastEvents } from "./event-stream.ts";
export { injectedBy, injections } from "./injections.ts";
export type { InjectEntry, InjectResetEntry } from "./injections.ts";
export { assertValidEntry, isValidEntry } from "./validate-entry.ts";
export { isJobNotice, jobNoticeSource } from "./notice-source.ts";
export { SessionJournal } from "./journal.ts";
export { mapStrings, maskEntries } from "./mask-entries.ts";
export { responseSpending, entrySpending } from "./response-usage.ts";
export type { RetryOptions, Setup } from "./setup.ts";
export type { SessionState, StoredState } from "./session-state.ts";
export { branchState, sessionTotals, workingFolder } from "./state.ts";
export type { SessionTotals } from "./state.ts";
export { storedState } from "./session-state.ts";
export { isTaskNotice, taskNoticeSource } from "./notice-source.ts";
export type { Upstream } from "./event-stream.ts";
export { openUserQuestion, RecordedUserQuestions, withdrawOpenUserQuestion } from "./user-questions.ts";
export type { OpenUserQuestion } from "./user-questions.ts";
export { isAllowing, openQuestion, questionRecorder, withdrawOpenQuestion, withoutEffects } from "./permission-questions.ts";
export { relocatePath } from "./relocate-path.ts";
export { relocatedEntries, relocatedPath } from "./relocated-entries.ts";
