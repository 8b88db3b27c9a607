export {
  addUserTurn,
  answerQuestion,
  clear,
  clearQueue,
  contextUsageOf,
  cycleModel,
  cycleThinking,
  type Direction,
  history,
  inject,
  type Injection,
  label,
  pendingQuestions,
  type PromptedFor,
  promptFor,
  type PromptForOptions,
  resetInjections,
  uncompact,
} from "./acts/index.ts";
export type { Above, AgentEndEntry, AgentStartEntry, Birth } from "./agents/index.ts";
export { withEffects } from "./command-effects.ts";
export { CompactionLaterError, type CompactionResult } from "./compaction/index.ts";
export { ClosedError, EmptyPromptError, InjectCapError, SessionBusyError } from "./errors.ts";
export {
  type AgentEvent,
  type CompactionEvent,
  type Durability,
  type Event,
  type EventOf,
  type EventReader,
  EventStream,
  type HookBlockEvent,
  type PrefixEvent,
  type PrefixReason,
  type ReadingOptions,
  type SessionEvent,
  type TaskEnding,
  type JobEvent,
  type TaskEvent,
  type TaskInfo,
  type TaskPlace,
} from "./events/index.ts";
export type { ForkOptions } from "./forks.ts";
export { HookDeniedError } from "./hooks/index.ts";
export { isOfInbox, type Receipt } from "./inbox/index.ts";
export {
  type CacheBreak,
  type CacheReport,
  type ContextItem,
  type ContextKind,
  contextReport,
  type ContextReport,
} from "./inspect/index.ts";
export { findInstructions, type FoundInstructions, type InstructionFilesOptions } from "./instruction-files/index.ts";
export { keptFolds } from "./kept-folds.ts";
export { mapStrings, maskFacts } from "./masking/index.ts";
export { answerJudge, checkOutputSchema, outputFault, OutputInvalidError, OutputSchemaError, schemaProblem } from "./output/index.ts";
export { isOfQuestions, openQuestion, type PermissionAskEntry, type PermissionReplyEntry, withdrawLeft } from "./questions/index.ts";
export type { FallbackEvent, RetryEvent, RetryOptions } from "./recovery/index.ts";
export { UnknownSkillError } from "./resources/index.ts";
export type { PromptInput, PromptOptions, Run, RunObserver, SayOptions, WaitingInput, WhenBusy } from "./runs/index.ts";
export { type EventsOptions, Session } from "./session.ts";
export type { SessionChange } from "./session-change.ts";
export type { ShellOptions, ShellResult } from "./shell/index.ts";
export { fieldsOf, isSound, type Loose, loose } from "./sound/index.ts";
export { BudgetReachedError } from "./spending/index.ts";
export {
  type AgentUsageEntry,
  type BaseChangeEntry,
  type BudgetChangeEntry,
  type CompactionOptions,
  type InjectEntry,
  type InjectResetEntry,
  type LabelEntry,
  type ModelChangeEntry,
  type SessionState,
  type SessionTotals,
  checkSetup,
  type Setup,
  type SetupEntry,
  type StoredState,
  storedState,
  type ThinkingChangeEntry,
  type TitleChangeEntry,
  type ToolsChangeEntry,
  workingFolder,
} from "./state/index.ts";
export { isOfJobs, type JobEndEntry, type JobOptions, type JobStartEntry } from "./jobs/index.ts";
export { isOfTasks, type TaskEndEntry, type TaskOptions, type TaskStartEntry } from "./tasks/index.ts";
export { type GeneratedTitle, generateTitle, type GenerateTitleOptions } from "./titles/index.ts";
