/** Coxswain: sessions of agents over an append-only log. */

// Many sessions, and all functions that they work with.
export {
  checkSession,
  continueRecent,
  createRuntime,
  ExtensionError,
  followSession,
  sendToOwner,
  sendAnswerToOwner,
} from "./runtime/index.ts";
export { inspectContext, loadExtensions, lostSessions, NoRecentSessionError, readSession, repairSession } from "./runtime/index.ts";
export { sessionIndex, sessionTrash } from "./runtime/index.ts";
export { AgentSession, agentTools, busOf, Coordinator, DefaultAgent, executeBash, messageRows, newAgent } from "./facades/index.ts";
export { newAgentCreator, Orchestrator, SessionAgent, SessionBook, subAgentCreator, subAgentDepth, topicsOf } from "./facades/index.ts";
export { TreeAgent } from "./facades/index.ts";
export type { CommandContext, CommandEnd, CommandOptions, CreateOptions, Disposer, EntryEvent, Extension } from "./runtime/index.ts";
export type { ExtensionAgent, ExtensionApi, ExtensionCommand, ExtensionEntry, Extensions, ExtensionSkill } from "./runtime/index.ts";
export type { ExtensionsOptions, ExtensionSource, ExtensionState, ExtensionTemplate, ExtensionTool } from "./runtime/index.ts";
export type { MailboxReceipt, SendAnswerToOwnerOptions, SendToOwnerOptions, InspectOptions, LeftOutExtension } from "./runtime/index.ts";
export type { LoadedExtension, Runtime, RuntimeOptions, SendOptions, SessionReading, StateDefinition } from "./runtime/index.ts";
export type { ToolSource } from "./runtime/index.ts";

// Modules of others that bring tools, commands, hooks and the like.

// Other faces of the same: one conversation at a time, one agent for many sessions, rows for a screen, agents in a tree, a bus.
export type { Agent, AgentCall, AgentConfig, AgentCreator, AgentCreatorOptions, AgentMessage } from "./facades/index.ts";
export type { AgentPromptOptions, AgentSendOptions, AgentSessionConfig, AgentSessionEvent, AgentToolCall } from "./facades/index.ts";
export type { AgentToolResult, AgentTopicEvent, AutomaticEvent, Bus, BusEvent, BusOptions, BusReader } from "./facades/index.ts";
export type { CoordinatorConfig, MessageRow, OrchestratorOptions, RowChange, RowPart, StreamCallbacks } from "./facades/index.ts";
export type { ToolTopicEvent, Topics, TreeEvent } from "./facades/index.ts";

// One conversation.
export { addUserTurn, answerQuestion, clear, clearQueue, contextUsageOf, cycleModel, cycleThinking } from "./session/index.ts";
export { EmptyPromptError, findInstructions, generateTitle, history, inject, InjectCapError, label } from "./session/index.ts";
export { pendingQuestions, promptFor, resetInjections, SessionBusyError, uncompact, UnknownSkillError } from "./session/index.ts";
export { withEffects } from "./session/index.ts";
export { ClosedError, openQuestion } from "./journal/index.ts";
export { findHooks, HookDeniedError, hookRegistry, shellHook, UnknownHookEventError } from "./hooks/index.ts";
export { BudgetReachedError } from "./budget/index.ts";
export { checkOutputSchema, OutputInvalidError, OutputSchemaError } from "./output/index.ts";
export { BadSummaryError, CompactionLaterError, NothingToCompactError } from "./compaction/index.ts";
export type { CacheBreak, CacheReport, ContextItem, ContextKind } from "./session/index.ts";
export type { ContextReport, Direction, EventsOptions, ForkOptions, FoundInstructions, GeneratedTitle } from "./session/index.ts";
export type { GenerateTitleOptions, Injection, InstructionFilesOptions, PromptedFor, PromptForOptions } from "./session/index.ts";
export type { PromptInput, PromptOptions, Receipt, Run, RunObserver, MessageOptions, Session, SessionChange } from "./session/index.ts";
export type { ShellOptions, ShellResult, QueuedInput, WhenBusy } from "./session/index.ts";
export type { AgentEvent, AgentUsageEntry, SystemPromptChangeEntry, BudgetChangeEntry, CompactionEvent } from "./journal/index.ts";
export type { AgentEndEntry, AgentStartEntry, AnyEntry, CustomEntry, ImportEntry, JobEndEntry, JobStartEntry } from "./journal/index.ts";
export type { CheckpointEntry } from "./log/index.ts";
export type { SessionLogEntry, TaskEndEntry, TaskStartEntry } from "./journal/index.ts";
export type { CompactionOptions, Durability, Event, EventOf, EventReader, FallbackEvent, HookBlockEvent } from "./journal/index.ts";
export type { InjectEntry, InjectResetEntry, JobEvent, LabelEntry, ModelChangeEntry, PermissionAskEntry } from "./journal/index.ts";
export type { PermissionReplyEntry, PrefixEvent, PrefixReason, ReadingOptions, RetryEvent, RetryOptions } from "./journal/index.ts";
export type { SessionEvent, SessionState, SessionTotals, Setup, SetupEntry, StoredState, TaskEnding } from "./journal/index.ts";
export type { TaskEvent, TaskInfo, TaskPlace, ThinkingChangeEntry, TitleChangeEntry, ToolsChangeEntry } from "./journal/index.ts";
export type { CompactionResult } from "./compaction/index.ts";
export type { JobOptions, TaskOptions } from "./background/index.ts";

// One prompt until idle.
export { defineTool, isMessage, isRunEnd, isRunStart, isToolStart, maxMessages, messageDraft, SubAgentScopeError } from "./loop/index.ts";
export { standardSchema, textResult, ToolError } from "./loop/index.ts";
export type {
  AgentRef,
  AgentRun,
  AgentRunEvent,
  AgentSetup,
  Budget,
  CallJobs,
  CallResult,
  Effect,
  EventOrigin,
  Gate,
  HookEvent,
} from "./loop/index.ts";
export type {
  InboxAdmitEntry,
  InboxCancelEntry,
  JobEnding,
  JobInfo,
  JobReport,
  JobStart,
  InputSchema,
  JsonSchema,
  Limit,
} from "./loop/index.ts";
export type { LoopOptions, MessageDelta, MessageEntry, Outcome, OutputOptions, PermissionRequest, RunEndEntry } from "./loop/index.ts";
export type { RunError, RunEvent, RunOptions, RunResumeEntry, RunStartEntry, StopCondition, SubAgent, Tool } from "./loop/index.ts";
export type { ToolContext, ToolResult, ToolStartEntry, TurnReport, Verdict } from "./loop/index.ts";
export type { Clock } from "./base/index.ts";

// What the facts of a log are.
export { AGENT_FOLDERS, allAgents, DEFAULT_SYSTEM_PROMPT, isBranchSummary, isCompaction, isReset, isShell } from "./context/index.ts";
export { isUncompact, lintPrefix, projectResources, SKILL_FOLDERS, TEMPLATE_FOLDERS, ToolSchemaError } from "./context/index.ts";

// What the model is told, and what takes its place.
export type {
  AgentDefinition,
  BranchSummaryEntry,
  PreservedSection,
  ChangedSection,
  CompactionEntry,
  CompactionReason,
} from "./context/index.ts";
export type { StoredSection, MessageRange, NestedInstructionsEntry, PrefixBreak, PrefixSegment, PromptPrefix } from "./context/index.ts";
export type { PromptTemplate, Quarantine, RepairEntry, ResetEntry, ResourceOrigin, ResourcePlaces, Resources } from "./context/index.ts";
export type { ShellEntry, Skill, SkillUseEntry, SystemChangeEntry, SystemPromptEntry, ToolsSentEntry } from "./context/index.ts";
export type { UncompactEntry } from "./context/index.ts";

// Messages and models.
export { addUsage, asTyped, clampThinking, contextTokens, contextUsage, costOf, dollars, findModel, fixedModels } from "./model/index.ts";
export { isThinking, MissingApiKeyError, ModelError, modelScope, NO_USAGE, scriptedModel, textOf } from "./model/index.ts";
export { THINKING_LEVELS, toolCalls, UnknownModelError } from "./model/index.ts";
export type { AssistantMessage, AssistantPart, ContextUsage, ErrorClass, FoundModel, ImagePart, Message, Model } from "./model/index.ts";
export type { ModelEntry, ModelInfo, ModelRequest, Models, ModelScope, Price, ReasoningPart, Reply, ScopedModel } from "./model/index.ts";
export type { Script, ScriptedModel, StopReason, StreamPart, TextPart, Thinking, ToolCallPart, ToolEndReason } from "./model/index.ts";
export type { ToolMessage, ToolResultPart, ToolSpec, Usage, UserMessage, UserPart } from "./model/index.ts";

// What tools may do.
export { allowAll, allowTools, BudgetError, commandReader, denyAll, denySecrets, judge, loopBreaker, masking } from "./policy/index.ts";
export { modePolicy, parseRule, PERMISSION_MODES, protectedAtHome, protectedIn, protectedPaths } from "./policy/index.ts";
export { protectedPlaces, readingInside, RuleError, rulesPolicy, secretPaths, secretsIn, secretValues } from "./policy/index.ts";
export { strictest, turnCap, unreadableCalls, withSavedRules } from "./policy/index.ts";
export type { Answer, Ask, CommandReader, ExplicitAnswer, Judgement, SavedAnswers, AnswerScope, Masking } from "./policy/index.ts";
export type { MaskingOptions, OpenQuestion, PermissionMode, Policy, ProtectedPlaces, Question, RuleLists } from "./policy/index.ts";
export type { RulePlaces, Ruling, SecretPlaces } from "./policy/index.ts";

// Who else has a say in runs.
export type { BeforeCompaction, BeforeRun, BeforeRunAnswer, FoundHook, FoundHooks, Hook, HookAnswers } from "./hooks/index.ts";
export type { HookContext, HookInput, HookInputs, HookOn, HookPlaces, HookRegistry, HookReply, HookResult } from "./hooks/index.ts";
export type { ModelMessage, TurnInput, PreCompactAnswer, PreToolAnswer, RunEnd, ShellHook, ToolCall, ToolEnd } from "./hooks/index.ts";
export type { TurnEnd } from "./hooks/index.ts";

// Facts.
export { EntryExistsError, EntryNotFoundError, EntryTooLargeError, FoldNotDeclaredError, isLeaf, LogClosedError } from "./log/index.ts";
export { LogFormatError, LogWriteError, memoryStore, SessionInUseError, SessionNotFoundError } from "./log/index.ts";
export type { Damage, Draft, Entry, Fold, FollowOptions, MailboxMessage, OwnerMailbox, Mailbox, Header, LeafEntry } from "./log/index.ts";
export type { LogFile, RelocateEntry, RemoveOptions, SessionOwner, Store, StoredFilter, StoredSession, TrimRule } from "./log/index.ts";

// The world that tools work in.
export { FileError, findRipgrep, findShell, gitWorktrees, nodeWorkspace, pathLocks, ProcessError } from "./workspace/index.ts";
export { projectIdentity, SearchError, WorktreeError } from "./workspace/index.ts";
export type { Confinement, FileErrorCode, FileKind, FileQuery, FileStat, FolderEntry, FoundFile, FoundLine } from "./workspace/index.ts";
export type { GitWorktreesOptions, NodeWorkspaceOptions, PathLocks, Place, ProcessEnd, ProcessOutput } from "./workspace/index.ts";
export type { ProcessResult, Resolving, SandboxOptions, SpawnOptions, TextQuery, Timers, Workspace } from "./workspace/index.ts";
export type { Worktree, WorktreeEnd, Worktrees } from "./workspace/index.ts";

// Sessions on disk, and models of providers.
export { allSessionFiles, collectBlobs, isIntact, jsonlStore, textLines } from "./store/index.ts";
export type { Collected, CollectOptions, IndexedSession, IndexSource, JsonlStoreOptions, ListQuery, Repair } from "./store/index.ts";
export type { RepairOptions, SearchHit, SearchQuery, SessionCheck, SessionFile, SessionIndex, SessionTrash } from "./store/index.ts";
export type { Speaker, TrashedSession, UsageLine, UsageQuery, UsageReport, UsageSum } from "./store/index.ts";
export { BUILT_IN_PROVIDERS, defaultModel, fromLanguageModelV4, localServers, providerModels, servedAt } from "./providers/index.ts";
export type { CacheTtl, CustomProvider, DefaultModelOptions, Dialect, LanguageModelOptions, LocalServer } from "./providers/index.ts";
export type { LocalServersOptions, ModelOverride, Origin, Provider, ProviderModelsOptions, StoredKeys } from "./providers/index.ts";
export type { Watchdogs } from "./providers/index.ts";

// Sessions that leave and enter.
export { exportHtml, exportJsonl, exportMarkdown, ImportError, importSession, ORIGINS, storeImport } from "./transfer/index.ts";
export type { ImportedSession, ImportOptions, Origin as ImportOrigin, ReadLines, SessionSource } from "./transfer/index.ts";
export type { StoredImport } from "./transfer/index.ts";

// The built-in tools.
export { applyPatchTool, bashTool, builtinTools, editTool, globTool, grepTool, lsTool, questionTool, readImage } from "./tools/index.ts";
export { readTool, SEARCH_PROVIDERS, sourcegraphTool, todoTool, webSearchTool, writeTool } from "./tools/index.ts";
export type { AskPerson, BuiltinToolsOptions, FileSeenEntry, PersonQuestion, QuestionOption, SearchProvider } from "./tools/index.ts";
export type { SourcegraphOptions, Todo, TodoEntry, ToolFactory, WebOptions, WebSearchOptions } from "./tools/index.ts";

// What a person has set.
export { answerStore, changeSetting, coxHome, credentials, effectiveSettings, findSetting, loadSettings } from "./settings/index.ts";
export { loadSettingsFile, nearest, projectRoot, projectSettingsPath, settingKeys, SettingsError } from "./settings/index.ts";
export { settingsSchema, trustStore, userSettingsPath } from "./settings/index.ts";
export type { AnswerPlace, AnswerStore, CoxHome, Credentials, EffectiveSetting, Environment, SavedAnswer } from "./settings/index.ts";
export type { LoadedSettings, Settings, SettingsLayer, SettingsRequest, SettingsTarget, TrustStore } from "./settings/index.ts";
