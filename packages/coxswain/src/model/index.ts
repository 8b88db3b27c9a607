export type { AssistantPart, ImagePart, ProviderData, ReasoningPart, TextPart, ToolCallPart, ToolResultPart, UserPart } from "./part.ts";
export {
  asSaid,
  type AssistantMessage,
  type Message,
  type StopReason,
  textOf,
  toolCalls,
  type ToolEndReason,
  type ToolMessage,
  type UserMessage,
} from "./message.ts";
export { callArguments } from "./call-arguments.ts";
export { costOf, mostCostOf } from "./cost.ts";
export { estimateMessageTokens, estimateTextTokens, estimateToolTokens } from "./estimate-tokens.ts";
export { addUsage, contextTokens, NO_USAGE, type Usage, usageFrom } from "./usage.ts";
export { type ContextUsage, contextUsage } from "./context-usage.ts";
export { type ErrorClass, MissingApiKeyError, ModelError, UnknownModelError } from "./errors.ts";
export type { Model, ModelInfo, ModelRequest, Price, StreamPart, ToolSpec } from "./model.ts";
export { dollars } from "./dollars.ts";
export { editDistance } from "./edit-distance.ts";
export { findModel, type FoundModel } from "./find-model.ts";
export { FIXED_FIELDS } from "./fixed-fields.ts";
export { fixedModels } from "./fixed-models.ts";
export { modelScope, type ModelScope, type ScopedModel } from "./model-scope.ts";
export type { ModelEntry, Models } from "./models.ts";
export { streamOf } from "./stream-of.ts";
export { clampThinking, isThinking, type Thinking, THINKING_LEVELS } from "./thinking.ts";
export {
  type Reply,
  type Script,
  type ScriptedCall,
  type ScriptedModel,
  type ScriptedModelOptions,
  scriptedModel,
  type ScriptedReply,
} from "./scripted/index.ts";
