export { checkSession, repairSession } from "./check-session.ts";
export { continueRecent } from "./continue-recent.ts";
export { lostSessions } from "./lost-sessions.ts";
export { NoRecentSessionError } from "./errors.ts";
export {
  type Agent,
  type AgentCall,
  type AgentConfig,
  type AgentCreator,
  type AgentCreatorOptions,
  type AgentMessage,
  type AgentPromptOptions,
  type AgentSendOptions,
  AgentSession,
  type AgentSessionConfig,
  type AgentSessionEvent,
  type AgentToolCall,
  type AgentToolResult,
  agentTools,
  type AgentTopicEvent,
  type AutomaticEvent,
  type Bus,
  type BusEvent,
  busOf,
  type BusOptions,
  type BusReader,
  Coordinator,
  type CoordinatorConfig,
  DefaultAgent,
  executeBash,
  type MessageRow,
  messageRows,
  newAgent,
  newAgentCreator,
  Orchestrator,
  type OrchestratorOptions,
  type RowChange,
  type RowPart,
  SessionAgent,
  SessionBook,
  type StreamCallbacks,
  subAgentCreator,
  subAgentDepth,
  type ToolTopicEvent,
  type Topics,
  topicsOf,
  TreeAgent,
  type TreeEvent,
} from "./views/index.ts";
export {
  type CommandContext,
  type CommandEnd,
  type CommandOptions,
  type Disposer,
  type Extension,
  type ExtensionAgent,
  type ExtensionApi,
  type ExtensionCommand,
  type ExtensionEntry,
  ExtensionError,
  type Extensions,
  type ExtensionSkill,
  type ExtensionsOptions,
  type ExtensionSource,
  type ExtensionState,
  type ExtensionTemplate,
  type ExtensionTool,
  type LeftOutExtension,
  type LoadedExtension,
  loadExtensions,
  type StateDefinition,
} from "./extensions/index.ts";
export { type EntryEvent, followSession } from "./follow-session.ts";
export { type HandedOver, handOver, type HandOverOptions } from "./hand-over.ts";
export { handOverAnswer, type HandOverAnswerOptions } from "./hand-over-answer.ts";
export { inspectContext, type InspectOptions } from "./inspect-context.ts";
export { readSession, type SessionReading } from "./read-session.ts";
export { sessionIndex } from "./session-index.ts";
export { sessionTrash } from "./session-trash.ts";
export { createRuntime } from "./create-runtime.ts";
export type { CreateOptions, Runtime, SendOptions } from "./runtime.ts";
export type { RuntimeOptions } from "./runtime-options.ts";
export type { ToolSource } from "./tool-source.ts";
