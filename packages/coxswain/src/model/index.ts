export { askText } from "./ask-text.ts";
export { callArguments } from "./call-arguments.ts";
export { contextUsage, type ContextUsage } from "./context-usage.ts";
export { costOf, mostCostOf } from "./cost.ts";
export { dollars } from "./dollars.ts";
export { editDistance } from "./edit-distance.ts";
export { MissingApiKeyError, ModelError, UnknownModelError, type ErrorClass, appendNote } from "./errors.ts";
export { estimateMessageTokens, estimateTextTokens, estimateToolTokens } from "./estimate-tokens.ts";
export { findModel, type FoundModel } from "./find-model.ts";
export { FIXED_FIELDS } from "./fixed-fields.ts";
export { fixedModels } from "./fixed-models.ts";
export {
  asTyped,
  textOf,
  toolCalls,
  type AssistantMessage,
  type Message,
  type StopReason,
  type ToolEndReason,
  type ToolMessage,
  type UserMessage,
} from "./message.ts";
export { modelScope, type ModelScope, type ScopedModel } from "./model-scope.ts";
export type { Model, ModelInfo, ModelRequest, Price, StreamPart, ToolSpec } from "./model.ts";
export type { ModelEntry, Models } from "./models.ts";
export type { AssistantPart, ImagePart, ProviderData, ReasoningPart, TextPart, ToolCallPart, ToolResultPart, UserPart } from "./part.ts";
export {
  scriptedModel,
  type Reply,
  type Script,
  type ScriptedCall,
  type ScriptedModel,
  type ScriptedModelOptions,
  type ScriptedReply,
} from "./scripted/index.ts";
export { streamOf } from "./stream-of.ts";
export { clampThinking, isThinking, THINKING_LEVELS, type Thinking } from "./thinking.ts";
export { addUsage, contextTokens, NO_USAGE, usageFrom, type Usage } from "./usage.ts";
