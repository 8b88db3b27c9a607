/** Coxswain: sessions of agents over an append-only log. */

// Many sessions, and all functions that they work with.
export { continueRecent, createRuntime, followSession, handOver, handOverAnswer, inspectContext } from "./runtime/index.ts";
export { lostSessions, NoRecentSessionError, readSession, SessionBook, sessionIndex, sessionTrash } from "./runtime/index.ts";
export type { CreateOptions, EntryEvent, HandedOver, HandOverAnswerOptions, HandOverOptions, InspectOptions } from "./runtime/index.ts";
export type { Runtime, RuntimeOptions, SendOptions, SessionReading, ToolSource } from "./runtime/index.ts";

// Modules of others that bring tools, commands, hooks and the like.
export { ExtensionError, loadExtensions } from "./runtime/index.ts";
export type { CommandContext, CommandEnd, CommandOptions, Disposer, Extension, ExtensionAgent, ExtensionApi } from "./runtime/index.ts";
export type { ExtensionCommand, ExtensionEntry, Extensions, ExtensionSkill, ExtensionsOptions, ExtensionSource } from "./runtime/index.ts";
export type { ExtensionState, ExtensionTemplate, ExtensionTool, LeftOutExtension, LoadedExtension } from "./runtime/index.ts";
export type { StateDefinition } from "./runtime/index.ts";

// Other faces of the same: one conversation at a time, one agent for many sessions, rows for a screen, agents in a tree, a bus.
export { AgentSession, executeBash } from "./runtime/index.ts";
export type { AgentPromptOptions, AgentSessionConfig, AgentSessionEvent, AutomaticEvent } from "./runtime/index.ts";
export { DefaultAgent, topicsOf } from "./runtime/index.ts";
export type { Agent, AgentConfig, AgentMessage, AgentSendOptions, AgentToolCall, AgentToolResult } from "./runtime/index.ts";
export type { AgentTopicEvent, StreamCallbacks, ToolTopicEvent, Topics } from "./runtime/index.ts";
export { Coordinator, messageRows, SessionAgent } from "./runtime/index.ts";
export type { AgentCall, CoordinatorConfig, MessageRow, RowChange, RowPart } from "./runtime/index.ts";
export { agentTools, newAgent, newAgentCreator, subAgentCreator, subAgentDepth, TreeAgent } from "./runtime/index.ts";
export type { AgentCreator, AgentCreatorOptions, TreeEvent } from "./runtime/index.ts";
export { busOf, Orchestrator } from "./runtime/index.ts";
export type { Bus, BusEvent, BusOptions, BusReader, OrchestratorOptions } from "./runtime/index.ts";

// One conversation.
export { addUserTurn, answerQuestion, BudgetReachedError, clear, clearQueue, ClosedError, checkOutputSchema } from "./session/index.ts";
export { CompactionLaterError, contextUsageOf, cycleModel, cycleThinking, EmptyPromptError, findInstructions } from "./session/index.ts";
export { generateTitle, history, HookDeniedError, inject, InjectCapError, label, OutputInvalidError } from "./session/index.ts";
export { openQuestion, pendingQuestions } from "./session/index.ts";
export { OutputSchemaError, promptFor, resetInjections, SessionBusyError, uncompact, UnknownSkillError } from "./session/index.ts";
export { withEffects } from "./session/index.ts";
export type { AgentEndEntry, AgentEvent, AgentStartEntry, AgentUsageEntry, BaseChangeEntry, BudgetChangeEntry } from "./session/index.ts";
export type { CacheBreak, CacheReport, CompactionEvent, CompactionOptions, CompactionResult, ContextItem } from "./session/index.ts";
export type { ContextKind, ContextReport, Direction, Durability, Event, EventOf, EventReader, EventsOptions } from "./session/index.ts";
export type { FallbackEvent, ForkOptions, FoundInstructions, GeneratedTitle, GenerateTitleOptions } from "./session/index.ts";
export type { HookBlockEvent, InjectEntry, Injection, InjectResetEntry, InstructionFilesOptions, LabelEntry } from "./session/index.ts";
export type { ModelChangeEntry, PrefixEvent, PrefixReason, PromptedFor, PromptForOptions, PromptInput } from "./session/index.ts";
export type { PromptOptions, ReadingOptions, Receipt, RetryEvent, RetryOptions, Run, RunObserver, SayOptions } from "./session/index.ts";
export type { PermissionAskEntry, PermissionReplyEntry } from "./session/index.ts";
export type { Session, SessionChange, SessionEvent, SessionState, SessionTotals, Setup, SetupEntry } from "./session/index.ts";
export type { ShellOptions, ShellResult, StoredState, TaskEndEntry, TaskEnding, TaskEvent, TaskInfo } from "./session/index.ts";
export type { TaskOptions, TaskPlace, TaskStartEntry, ThinkingChangeEntry, TitleChangeEntry } from "./session/index.ts";
export type { JobEndEntry, JobEvent, JobOptions, JobStartEntry, ToolsChangeEntry, WaitingInput, WhenBusy } from "./session/index.ts";

// One prompt until idle.
export { defineTool, maxMessages, messageDraft, SubAgentScopeError, textResult, ToolError } from "./loop/index.ts";
export type { AgentRef, AgentRun, AgentSetup, Budget, CallResult, Clock, Effect, EventOrigin, Gate } from "./loop/index.ts";
export type { InboxAdmitEntry, InboxCancelEntry, JsonSchema, Limit, LoopOptions, MessageDelta, MessageEntry } from "./loop/index.ts";
export type { CallJobs, JobEnding, JobInfo, JobReport, JobStart } from "./loop/index.ts";
export type { Outcome, OutputOptions, PermissionRequest, RunEndEntry, RunError, RunEvent, RunOptions } from "./loop/index.ts";
export type { RunResumeEntry, RunStartEntry, StopCondition, SubAgent, Tool, ToolContext, ToolResult } from "./loop/index.ts";
export type { ToolStartEntry, TurnReport, Verdict } from "./loop/index.ts";

// What the facts of a log are.
export { isMessage, isRunEnd, isRunStart, isToolStart } from "./loop/index.ts";
export { isBranchSummary, isCompaction, isReset, isShell, isUncompact } from "./context/index.ts";

// What the model is told, and what takes its place.
export { AGENT_FOLDERS, allAgents, BadSummaryError, DEFAULT_SYSTEM_PROMPT, lintPrefix, NothingToCompactError } from "./context/index.ts";
export { projectResources, SKILL_FOLDERS, TEMPLATE_FOLDERS, ToolSchemaError } from "./context/index.ts";
export type { AgentDefinition, BranchSummaryEntry, Carried, ChangedSection, CompactionEntry, CompactionReason } from "./context/index.ts";
export type { KeptSection, MessageRange, NestedInstructionsEntry, PrefixBreak, PrefixSegment, PromptPrefix } from "./context/index.ts";
export type { PromptTemplate, Quarantine, RepairEntry, ResetEntry, ResourceOrigin, ResourcePlaces, Resources } from "./context/index.ts";
export type { ShellEntry, Skill, SkillUseEntry, SystemChangeEntry, SystemPromptEntry, ToolsSentEntry } from "./context/index.ts";
export type { UncompactEntry } from "./context/index.ts";

// Messages and models.
export {
  addUsage,
  asSaid,
  clampThinking,
  contextTokens,
  contextUsage,
  costOf,
  dollars,
  findModel,
  fixedModels,
  isThinking,
} from "./model/index.ts";
export { MissingApiKeyError, ModelError, modelScope, NO_USAGE, scriptedModel, textOf, THINKING_LEVELS, toolCalls } from "./model/index.ts";
export { UnknownModelError } from "./model/index.ts";
export type { AssistantMessage, AssistantPart, ContextUsage, ErrorClass, FoundModel, ImagePart, Message, Model } from "./model/index.ts";
export type { ModelEntry, ModelInfo, ModelRequest, Models, ModelScope, Price, ReasoningPart, Reply, ScopedModel } from "./model/index.ts";
export type { Script, ScriptedModel, StopReason, StreamPart, TextPart, Thinking, ToolCallPart, ToolEndReason } from "./model/index.ts";
export type { ToolMessage, ToolResultPart, ToolSpec, Usage, UserMessage, UserPart } from "./model/index.ts";

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
  parseRule,
  readingInside,
} from "./policy/index.ts";
export { commandReader, RuleError, rulesPolicy } from "./policy/index.ts";
export { protectedAtHome, protectedIn, protectedPaths, protectedPlaces } from "./policy/index.ts";
export type { ProtectedPlaces } from "./policy/index.ts";
export { secretPaths, secretsIn, secretValues, strictest, turnCap, unreadableCalls } from "./policy/index.ts";
export { modePolicy, PERMISSION_MODES, withKept } from "./policy/index.ts";
export type { Answer, Ask, CommandReader, GivenAnswer, Judgement, KeptAnswers, KeptScope, Masking } from "./policy/index.ts";
export type { MaskingOptions, OpenQuestion, PermissionMode, Policy, Question, RuleLists, RulePlaces, Ruling } from "./policy/index.ts";
export type { SecretPlaces } from "./policy/index.ts";

// Who else has a say in runs.
export { findHooks, hookRegistry, shellHook, UnknownHookEventError } from "./hooks/index.ts";
export type { BeforeCompaction, BeforeRun, BeforeRunAnswer, FoundHook, FoundHooks, Hook, HookAnswers, HookContext } from "./hooks/index.ts";
export type { HookEvent, HookInput, HookInputs, HookOn, HookPlaces, HookRegistry, HookReply, HookSaying } from "./hooks/index.ts";
export type { ModelMessage, OfTurn, PreCompactAnswer, PreToolAnswer, RunEnd, ShellHook, ToolCall, ToolEnd } from "./hooks/index.ts";
export type { TurnEnd } from "./hooks/index.ts";

// Facts.
export { EntryExistsError, EntryNotFoundError, EntryTooLargeError, FoldNotKeptError, isLeaf, LogClosedError } from "./log/index.ts";
export { LogFormatError, LogWriteError, memoryStore, SessionInUseError, SessionNotFoundError } from "./log/index.ts";
export type { Damage, Draft, Entry, Fold, FollowOptions, Handed, HandedInbox, HandOver, Header, LeafEntry, LogFile } from "./log/index.ts";
export type { RelocateEntry, RemoveOptions, SessionOwner, Store, StoredFilter, StoredSession, TrimRule } from "./log/index.ts";

// The world that tools work in.
export { FileError, findRipgrep, findShell, gitWorktrees, nodeWorkspace, pathLocks, ProcessError } from "./workspace/index.ts";
export { projectIdentity, SearchError, WorktreeError } from "./workspace/index.ts";
export type { FileErrorCode, FileKind, FileQuery, FileStat, FolderEntry, FoundFile, FoundLine } from "./workspace/index.ts";
export type { GitWorktreesOptions, NodeWorkspaceOptions, PathLocks, Place, ProcessEnd, ProcessOutput } from "./workspace/index.ts";
export type {
  Confinement,
  ProcessResult,
  Resolving,
  SandboxOptions,
  SpawnOptions,
  TextQuery,
  Timers,
  Workspace,
  Worktree,
  WorktreeEnd,
  Worktrees,
} from "./workspace/index.ts";

// Sessions on disk, and models of providers.
export { allSessionFiles, collectBlobs, isSound, jsonlStore, textLines } from "./store/index.ts";
export { checkSession, repairSession } from "./runtime/index.ts";
export type { Collected, CollectOptions, IndexedSession, IndexSource, JsonlStoreOptions, ListQuery, Repair } from "./store/index.ts";
export type { RepairOptions, SearchHit, SearchQuery, SessionCheck, SessionFile, SessionIndex, SessionTrash } from "./store/index.ts";
export type { Speaker, TrashedSession, UsageLine, UsageQuery, UsageReport, UsageSum } from "./store/index.ts";
export { BUILT_IN_PROVIDERS, defaultModel, fromLanguageModelV4, localServers, providerModels, servedAt } from "./providers/index.ts";
export type { CacheTtl, CustomProvider, DefaultModelOptions, Dialect, LanguageModelOptions, LocalServer } from "./providers/index.ts";
export type { LocalServersOptions, ModelOverride, Origin, Provider, ProviderModelsOptions, StoredKeys } from "./providers/index.ts";
export type { Watchdogs } from "./providers/index.ts";

// Sessions that leave and enter.
export { exportHtml, exportJsonl, exportMarkdown, ImportError, importSession, ORIGINS, storeImport } from "./transfer/index.ts";
export type { ImportedSession, ImportEntry, ImportOptions, Origin as ImportOrigin, ReadLines, SessionSource } from "./transfer/index.ts";
export type { StoredImport } from "./transfer/index.ts";

// The built-in tools.
export {
  applyPatchTool,
  bashTool,
  builtinTools,
  editTool,
  globTool,
  grepTool,
  lsTool,
  questionTool,
  readImage,
  readTool,
} from "./tools/index.ts";
export { SEARCH_PROVIDERS, sourcegraphTool, todoTool, webSearchTool, writeTool } from "./tools/index.ts";
export type { BuiltinToolsOptions, SearchProvider, SourcegraphOptions, WebSearchOptions } from "./tools/index.ts";
export type { AskPerson, FileSeenEntry, PersonQuestion, QuestionOption, Todo, TodoEntry, ToolFactory, WebOptions } from "./tools/index.ts";

// What a person has set.
export {
  answerStore,
  changeSetting,
  coxHome,
  credentials,
  effectiveSettings,
  findSetting,
  loadSettings,
  nearest,
} from "./settings/index.ts";
export { projectRoot, projectSettingsPath, settingKeys, SettingsError, settingsSchema, trustStore } from "./settings/index.ts";
export { loadSettingsFile, userSettingsPath } from "./settings/index.ts";
export type {
  AnswerPlace,
  AnswerStore,
  CoxHome,
  Credentials,
  EffectiveSetting,
  Environment,
  LoadedSettings,
  Settings,
  SettingsLayer,
} from "./settings/index.ts";
export type { KeptAnswer, SettingsRequest, SettingsTarget, TrustStore } from "./settings/index.ts";
