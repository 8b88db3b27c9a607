import type { LanguageModelV4CallOptions, LanguageModelV4FunctionTool, SharedV4ProviderOptions } from "@ai-sdk/provider";
import { clampThinking, type ModelInfo, type ModelRequest, type Thinking, type ToolSpec } from "../model/index.ts";
import { type BodyOptions, joinedOptions, requestOptions } from "./body-options.ts";
import type { Dialect } from "./dialect.ts";
import { convertOnce } from "./message-content.ts";
import { promptWriter } from "./prompt.ts";

/** Call options with a required abort signal. */
export type WrittenOptions = LanguageModelV4CallOptions & { readonly abortSignal: AbortSignal };

/** Returns a function that converts requests to the AI SDK's call options for one model. */
export const callOptionsWriter = (
  info: ModelInfo,
  dialect: Dialect,
  bodyOptions?: BodyOptions,
): ((request: ModelRequest, signal: AbortSignal) => WrittenOptions) => {
  const writePrompt = promptWriter(dialect);
  const writeTool = convertOnce(functionTool);
  return (request, signal) => {
    const thinking = info.thinking.length === 0 ? undefined : clampThinking(request.thinking, info.thinking);
    const ownOptions = requestOptions(bodyOptions, request);
    const providerOptions = joinedOptions(dialect.options?.(request, thinking), ownOptions && dialect.bodyOptions?.(ownOptions));
    const headers = dialect.headers?.(request);
    return {
      prompt: writePrompt(request),
      maxOutputTokens: request.maxOutputTokens,
      abortSignal: signal,
      ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
      ...(request.tools.length === 0 ? {} : { tools: marked(request.tools.map(writeTool), dialect.cacheMark) }),
      ...(thinking === undefined || dialect.ownThinking === true ? {} : { reasoning: REASONING[thinking] }),
      ...(providerOptions === undefined ? {} : { providerOptions: providerOptions as SharedV4ProviderOptions }),
      ...(headers === undefined ? {} : { headers: { ...headers } }),
    };
  };
};

const REASONING = { off: "none", minimal: "minimal", low: "low", medium: "medium", high: "high", xhigh: "xhigh" } as const satisfies Record<
  Thinking,
  LanguageModelV4CallOptions["reasoning"]
>;

/** Marks the last tool: the prefix that many sessions share ends there. */
const marked = (tools: LanguageModelV4FunctionTool[], mark: Dialect["cacheMark"]): LanguageModelV4FunctionTool[] =>
  mark === undefined ? tools : tools.map((tool, at) => (at === tools.length - 1 ? { ...tool, providerOptions: mark } : tool));

const functionTool = ({ name, description, inputSchema }: ToolSpec): LanguageModelV4FunctionTool => ({
  type: "function",
  name,
  description,
  inputSchema,
});
