export type { ParentContext, SpawnRequest } from "./agents/index.ts";
export { attachmentParts } from "./attachments.ts";
export type { Attachment } from "./attachments.ts";
export { withEffects } from "./command-effects.ts";
export { EmptyPromptError, InjectCapError, RunFailedError, SessionBusyError } from "./errors.ts";
export type { BackgroundWork } from "./background-work.ts";
export type { ForkOptions } from "./forks.ts";
export { isOfInbox } from "./inbox/index.ts";
export type { Receipt } from "./inbox/index.ts";
export { contextReport } from "./inspect/index.ts";
export type { CacheBreak, CacheReport, ContextItem, ContextKind, ContextReport } from "./inspect/index.ts";
export { findInstructions } from "./instruction-files/index.ts";
export type { FoundInstructions, InstructionFilesOptions } from "./instruction-files/index.ts";
export { sessionFolds } from "./session-folds.ts";
export {
  addUserTurn,
  answerQuestion,
  answerUserQuestion,
  clear,
  clearQueue,
  contextUsageOf,
  cycleModel,
  cycleThinking,
  history,
  inject,
  label,
  pendingQuestions,
  promptFor,
  resetInjections,
  uncompact,
} from "./operations.ts";
export type { Direction, Injection, PromptedFor, PromptForOptions } from "./operations.ts";
export { retrying } from "./recovery/index.ts";
export { UnknownSkillError } from "./resources/index.ts";
export type { SessionLanguageServers } from "./run-host.ts";
export type { MessageOptions, PromptInput, PromptOptions, QueuedInput, Run, RunObserver, WhenBusy } from "./runs/index.ts";
export type { SessionChange } from "./session-change.ts";
export { Session, type SessionHost } from "./session.ts";
export type { EventsOptions } from "./session.ts";
export type { ShellOptions, ShellResult } from "./shell/index.ts";
export { generateTitle } from "./titles/index.ts";
export type { GeneratedTitle, GenerateTitleOptions } from "./titles/index.ts";
export { changeDiff } from "./change-diff.ts";
export type { ChangeDiff } from "./change-diff.ts";
export type { PreviewedChange, PreviewedRefusal, RestorePreview } from "./restore-preview.ts";
export type { SessionFiles } from "./session-files.ts";
