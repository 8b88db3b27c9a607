export { askText } from "./ask-text.ts";
export { parseCallArguments } from "./parse-call-arguments.ts";
export { contextUsage, type ContextUsage, addUsage, contextTokens, NO_USAGE, usageFrom, type Usage, windowUsage } from "./usage.ts";
export { costOf, mostCostOf, dollars } from "./cost.ts";
export { MissingApiKeyError, ModelError, UnknownModelError, type ErrorClass, appendNote } from "./errors.ts";
export { estimateMessageTokens, estimateTextTokens, estimateToolTokens } from "./estimate-tokens.ts";
export { findModel, type FoundModel } from "./find-model.ts";
export {
  FIXED_FIELDS,
  type Model,
  type ModelInfo,
  type ModelRequest,
  type Price,
  type ReasoningRule,
  type ReasoningRules,
  type StreamPart,
  type ToolSpec,
  type ModelEntry,
  type Models,
} from "./model.ts";
export { fixedModels } from "./fixed-models.ts";
export {
  asTyped,
  hasReasoning,
  textOf,
  wordsOf,
  toolCalls,
  type AssistantMessage,
  type Message,
  type StopReason,
  type ToolEndReason,
  type ToolMessage,
  type UserMessage,
  type AssistantPart,
  type ImagePart,
  type ProviderData,
  type ProviderPart,
  type ReasoningPart,
  type TextPart,
  type ToolCallPart,
  type ToolResultPart,
  type UserPart,
} from "./message.ts";
export { modelScope, type ModelScope, type ScopedModel } from "./model-scope.ts";
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
