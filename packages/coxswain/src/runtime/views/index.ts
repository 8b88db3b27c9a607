// The faces of the five designs: see docs/architecture/views.md.

// S0
export { AgentSession, type AgentPromptOptions, type AgentSessionConfig } from "./agent-session.ts";
export type { AgentSessionEvent, AutomaticEvent } from "./agent-session-event.ts";
export { executeBash } from "./execute-bash.ts";

// S1
export type { AgentMessage, AgentToolCall, AgentToolResult } from "./agent-message.ts";
export { type Agent, type AgentConfig, type AgentSendOptions, DefaultAgent } from "./default-agent.ts";
export { SessionBook } from "./session-book.ts";
export type { StreamCallbacks } from "./stream-callbacks.ts";
export { type AgentTopicEvent, type ToolTopicEvent, type Topics, topicsOf } from "./topics.ts";

// S2
export { Coordinator, type CoordinatorConfig } from "./coordinator.ts";
export { messageRows, type MessageRow, type RowChange, type RowPart } from "./message-rows.ts";
export { type AgentCall, SessionAgent } from "./session-agent.ts";

// S3
export {
  type AgentCreator,
  type AgentCreatorOptions,
  agentTools,
  newAgent,
  newAgentCreator,
  subAgentCreator,
  subAgentDepth,
} from "./agent-creator.ts";
export { TreeAgent } from "./tree-agent.ts";
export type { TreeEvent } from "./tree-event.ts";

// S4
export { type Bus, busOf, type BusOptions, type BusReader } from "./bus.ts";
export type { BusEvent } from "./bus-event.ts";
export { Orchestrator, type OrchestratorOptions } from "./orchestrator.ts";
