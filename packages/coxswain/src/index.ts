/** Coxswain: sessions of agents over an append-only log. */

export { continueRecent, createRuntime, followSession, NoRecentSessionError, readSession } from "./runtime/index.ts";
export type { CreateOptions, Runtime, RuntimeOptions, SendOptions, SendResult, SessionReading, ToolSource } from "./runtime/index.ts";
export { EmptyPromptError, RunFailedError, SessionBusyError, UnknownSkillError } from "./session/index.ts";
export type { PromptInput, PromptOptions, Run, Session } from "./session/index.ts";
export { ClosedError } from "./journal/index.ts";
export type { AnyEntry, CustomEntry, Event, EventOf, EventReader, SessionLogEntry, SessionState, Setup } from "./journal/index.ts";
export { BudgetReachedError } from "./budget/index.ts";
export { OutputInvalidError, OutputSchemaError } from "./output/index.ts";
export { callTarget, defineTool, standardSchema, textResult, ToolError } from "./loop/index.ts";
export type {
  AgentSetup,
  Budget,
  Effect,
  InputSchema,
  Limit,
  MessageEntry,
  Outcome,
  OutputOptions,
  PermissionRequest,
  RunEndEntry,
  RunError,
  StopCondition,
  SubAgent,
  Tool,
  ToolContext,
  ToolResult,
} from "./loop/index.ts";
export {
  asTyped,
  fixedModels,
  MissingApiKeyError,
  ModelError,
  scriptedModel,
  textOf,
  toolCalls,
  UnknownModelError,
} from "./model/index.ts";
export type {
  AssistantMessage,
  Message,
  Model,
  ModelInfo,
  Models,
  Reply,
  TextPart,
  Thinking,
  ToolCallPart,
  ToolMessage,
  Usage,
  UserMessage,
} from "./model/index.ts";
export { allowAll, BudgetError, denyAll } from "./policy/index.ts";
export type { Answer, Ask, PermissionMode, Policy, Question } from "./policy/index.ts";
export { EntryExistsError, LogFormatError, LogWriteError, memoryStore, SessionInUseError, SessionNotFoundError } from "./log/index.ts";
export type { Entry, Store, StoredSession } from "./log/index.ts";
export { jsonlStore } from "./store/index.ts";
export { fromLanguageModelV4, providerModels } from "./providers/index.ts";
export { CoxswainError } from "./base/index.ts";
export type { ErrorCode } from "./base/index.ts";
export type { OpenOptions, Permissions } from "./runtime/index.ts";
