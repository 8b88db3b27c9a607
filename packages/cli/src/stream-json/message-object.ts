import { type AssistantMessage, callTarget, type ToolMessage, type Usage } from "coxswain";
import type { AssistantPart, ProviderPart, StopReason, ToolResultPart } from "coxswain/providers";
import type { StreamObject } from "./stream-object.ts";

/** A whole message in the shape of Anthropic's Messages API, where a tool's result is a user's message. */
export const messageObject = (id: string, message: AssistantMessage | ToolMessage): StreamObject =>
  message.role === "tool"
    ? { type: "user", message: { role: "user", content: [toolResult(message)] } }
    : { type: "assistant", message: assistantMessage(id, message) };

const assistantMessage = (id: string, { content, model, stop, usage }: AssistantMessage) => ({
  id,
  type: "message",
  role: "assistant",
  model,
  content: content.flatMap(contentBlocks),
  stop_reason: stopReason(stop),
  stop_sequence: null,
  usage: usageObject(usage),
});

/** Returns the blocks of a part: two for a call and its result that the provider reports together. */
export const contentBlocks = (part: AssistantPart): readonly object[] => {
  switch (part.type) {
    case "text":
      return [{ type: "text", text: part.text }];
    case "reasoning":
      return [{ type: "thinking", thinking: part.text, signature: "" }];
    case "tool_call": {
      const { id, name, input } = callTarget(part);
      return [{ type: "tool_use", id, name, input }];
    }
    case "provider":
      return providerBlocks(part);
  }
};

const providerBlocks = ({ name, id = "", input, output, isError }: ProviderPart): readonly object[] => {
  if (name === "compaction") return [{ type: name, content: output ?? null }];
  return [
    ...(input === undefined ? [] : [{ type: "server_tool_use", id, name, input }]),
    ...(output === undefined
      ? []
      : [{ type: `${name}_tool_result`, tool_use_id: id, content: output, ...(isError === undefined ? {} : { is_error: isError }) }]),
  ];
};

export const stopReason = (stop: StopReason): string | null => STOP[stop];

const STOP: Readonly<Record<StopReason, string | null>> = {
  stop: "end_turn",
  tool_calls: "tool_use",
  length: "max_tokens",
  refusal: "refusal",
  interrupted: null,
  other: null,
};

const toolResult = ({ callId, content, isError }: ToolMessage): object => ({
  type: "tool_result",
  tool_use_id: callId,
  content: content.map(resultBlock),
  is_error: isError,
});

const resultBlock = (part: ToolResultPart): object =>
  part.type === "text"
    ? { type: "text", text: part.text }
    : { type: "image", source: { type: "base64", media_type: part.mediaType, data: part.data } };

/** Usage in the format of Anthropic's Messages API. */
export const usageObject = ({ input, output, cacheRead, cacheWrite }: Usage) => ({
  input_tokens: input,
  cache_creation_input_tokens: cacheWrite,
  cache_read_input_tokens: cacheRead,
  output_tokens: output,
});
