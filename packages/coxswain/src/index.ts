/** Coxswain: sessions of agents over an append-only log. */

// Many sessions, and all functions that they work with.
export {
  continueRecent,
  createRuntime,
  followSession,
  handOver,
  inspectContext,
  lostSessions,
  NoRecentSessionError,
  readSession,
  SessionBook,
  sessionIndex,
  sessionTrash,
} from "./runtime/index.ts";
export type {
  CreateOptions,
  EntryEvent,
  HandedOver,
  HandOverOptions,
  InspectOptions,
  Runtime,
  RuntimeOptions,
  SendOptions,
  SessionReading,
  ToolSource,
} from "./runtime/index.ts";

// One conversation.
export {
  BudgetReachedError,
  addUserTurn,
  clear,
  ClosedError,
  CompactionLaterError,
  contextUsageOf,
  cycleModel,
  cycleThinking,
  EmptyPromptError,
  findInstructions,
  generateTitle,
  history,
  label,
  SessionBusyError,
  uncompact,
  UnknownSkillError,
} from "./session/index.ts";
export type {
  AgentRef,
  CacheBreak,
  CacheReport,
  BudgetChangeEntry,
  CompactionEvent,
  CompactionOptions,
  CompactionResult,
  ContextItem,
  ContextKind,
  ContextReport,
  Direction,
  Durability,
  Event,
  EventOrigin,
  EventsOptions,
  FallbackEvent,
  ForkOptions,
  FoundInstructions,
  GeneratedTitle,
  GenerateTitleOptions,
  InstructionFilesOptions,
  LabelEntry,
  ModelChangeEntry,
  PrefixEvent,
  PrefixReason,
  PromptInput,
  PromptOptions,
  Receipt,
  RetryEvent,
  RetryOptions,
  Run,
  SayOptions,
  Session,
  SessionChange,
  SessionEvent,
  SessionState,
  SessionTotals,
  Setup,
  SetupEntry,
  ShellOptions,
  ShellResult,
  StoredState,
  ThinkingChangeEntry,
  TitleChangeEntry,
  ToolsChangeEntry,
  WhenBusy,
} from "./session/index.ts";

// One prompt until idle.
export { defineTool, isMessage, maxMessages, textResult, ToolError } from "./loop/index.ts";
export type {
  Budget,
  CallResult,
  Clock,
  Effect,
  Gate,
  InboxAdmitEntry,
  InboxCancelEntry,
  JsonSchema,
  Limit,
  LoopOptions,
  MessageDelta,
  MessageEntry,
  Outcome,
  PermissionRequest,
  RunEndEntry,
  RunError,
  RunEvent,
  RunOptions,
  RunResumeEntry,
  RunStartEntry,
  StopCondition,
  Tool,
  ToolContext,
  ToolResult,
  ToolStartEntry,
  TurnReport,
  Verdict,
} from "./loop/index.ts";

export { BadSummaryError, DEFAULT_SYSTEM_PROMPT, NothingToCompactError, ToolSchemaError } from "./context/index.ts";

// Whether a request begins as the one before it.
export { lintPrefix } from "./context/index.ts";
export type { PrefixBreak, PrefixSegment, PromptPrefix, ToolsSentEntry } from "./context/index.ts";

// What a session can be told by name.
export { projectResources, SKILL_FOLDERS, TEMPLATE_FOLDERS } from "./context/index.ts";
export type { PromptTemplate, ResourceOrigin, ResourcePlaces, Resources, Skill, SkillUseEntry } from "./context/index.ts";

export type {
  BranchSummaryEntry,
  Carried,
  ChangedSection,
  CompactionEntry,
  CompactionReason,
  KeptSection,
  MessageRange,
  NestedInstructionsEntry,
  Quarantine,
  RepairEntry,
  ResetEntry,
  ShellEntry,
  SystemChangeEntry,
  SystemPromptEntry,
  UncompactEntry,
} from "./context/index.ts";

// Messages and models.
export {
  addUsage,
  asSaid,
  clampThinking,
  contextTokens,
  contextUsage,
  costOf,
  findModel,
  fixedModels,
  isThinking,
  MissingApiKeyError,
  ModelError,
  modelScope,
  NO_USAGE,
  scriptedModel,
  textOf,
  THINKING_LEVELS,
  toolCalls,
  UnknownModelError,
} from "./model/index.ts";
export type {
  AssistantMessage,
  AssistantPart,
  ContextUsage,
  ErrorClass,
  FoundModel,
  ImagePart,
  Message,
  Model,
  ModelEntry,
  ModelInfo,
  ModelRequest,
  Models,
  ModelScope,
  Price,
  ReasoningPart,
  Reply,
  Script,
  ScopedModel,
  ScriptedModel,
  StopReason,
  StreamPart,
  TextPart,
  Thinking,
  ToolCallPart,
  ToolEndReason,
  ToolMessage,
  ToolResultPart,
  ToolSpec,
  Usage,
  UserMessage,
  UserPart,
} from "./model/index.ts";

// What tools may do.
export {
  allowAll,
  allowTools,
  BudgetError,
  denyAll,
  denySecrets,
  judge,
  loopBreaker,
  masking,
  readingInside,
  secretPaths,
  secretValues,
  strictest,
  turnCap,
  unreadableCalls,
} from "./policy/index.ts";
export type { Answer, Ask, Judgement, Masking, MaskingOptions, Policy, Question, Ruling, SecretPlaces } from "./policy/index.ts";

// Facts.
export {
  EntryExistsError,
  EntryNotFoundError,
  EntryTooLargeError,
  FoldNotKeptError,
  isLeaf,
  LogClosedError,
  LogFormatError,
  LogWriteError,
  memoryStore,
  SessionInUseError,
  SessionNotFoundError,
} from "./log/index.ts";
export type {
  Damage,
  Draft,
  Entry,
  Fold,
  FollowOptions,
  Handed,
  HandedInbox,
  HandOver,
  Header,
  LeafEntry,
  LogFile,
  RelocateEntry,
  SessionOwner,
  Store,
  StoredSession,
  TrimRule,
} from "./log/index.ts";

// The world that tools work in.
export {
  FileError,
  findRipgrep,
  findShell,
  nodeWorkspace,
  pathLocks,
  ProcessError,
  projectIdentity,
  SearchError,
} from "./workspace/index.ts";
export type {
  FileErrorCode,
  FileKind,
  FileQuery,
  FileStat,
  FolderEntry,
  FoundFile,
  FoundLine,
  NodeWorkspaceOptions,
  PathLocks,
  Place,
  ProcessEnd,
  ProcessOutput,
  ProcessResult,
  SpawnOptions,
  TextQuery,
  Timers,
  Workspace,
} from "./workspace/index.ts";

// Sessions on disk, and models of providers.
export { allSessionFiles, checkSession, collectBlobs, isSound, jsonlStore, repairSession, textLines } from "./store/index.ts";
export type {
  Collected,
  CollectOptions,
  IndexedSession,
  IndexSource,
  JsonlStoreOptions,
  ListQuery,
  SearchHit,
  SearchQuery,
  SessionFile,
  SessionIndex,
  SessionTrash,
  Speaker,
  TrashedSession,
  UsageLine,
  UsageQuery,
  UsageReport,
  UsageSum,
  Repair,
  RepairOptions,
  SessionCheck,
} from "./store/index.ts";
export { BUILT_IN_PROVIDERS, defaultModel, fromLanguageModelV4, localServers, providerModels, servedAt } from "./providers/index.ts";
export type {
  CacheTtl,
  CustomProvider,
  DefaultModelOptions,
  Dialect,
  LanguageModelOptions,
  LocalServer,
  LocalServersOptions,
  ModelOverride,
  Origin,
  Provider,
  ProviderModelsOptions,
  StoredKeys,
  Watchdogs,
} from "./providers/index.ts";

// Sessions that leave and enter.
export { exportHtml, exportJsonl, exportMarkdown, ImportError, importSession, ORIGINS, storeImport } from "./transfer/index.ts";
export type {
  ImportedSession,
  ImportEntry,
  ImportOptions,
  Origin as ImportOrigin,
  ReadLines,
  SessionSource,
  StoredImport,
} from "./transfer/index.ts";

// The built-in tools.
export { bashTool, builtinTools, editTool, globTool, grepTool, lsTool, readImage, readTool, writeTool } from "./tools/index.ts";
export type { FileSeenEntry, ToolFactory } from "./tools/index.ts";

// What a person has set.
export { coxHome, credentials, loadSettings, nearest, projectRoot, SettingsError, trustStore } from "./settings/index.ts";
export type { CoxHome, Credentials, Environment, LoadedSettings, Settings, SettingsRequest, TrustStore } from "./settings/index.ts";
