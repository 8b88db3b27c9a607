import {
  type AssistantMessage,
  type AssistantPart,
  type ImagePart,
  type ModelInfo,
  NO_USAGE,
  type ToolCallPart,
  type ToolMessage,
  type UserMessage,
} from "../model/index.ts";

export const MODEL: ModelInfo = {
  reference: "acme/large",
  provider: "acme",
  id: "large",
  name: "Large",
  contextWindow: 200_000,
  maxOutput: 32_000,
  vision: true,
  thinking: ["off", "high"],
};

export const BLIND: ModelInfo = { ...MODEL, reference: "acme/blind", id: "blind", name: "Blind", vision: false };

export const RUN = "run-now";

const text = (words: string) => ({ type: "text", text: words }) as const;

export const user = (...content: (string | ImagePart)[]): UserMessage => ({
  role: "user",
  content: content.map((part) => (typeof part === "string" ? text(part) : part)),
});

export const assistant = (content: readonly (string | AssistantPart)[], extra: Partial<AssistantMessage> = {}): AssistantMessage => ({
  role: "assistant",
  content: content.map((part) => (typeof part === "string" ? text(part) : part)),
  model: MODEL.reference,
  stop: "stop",
  usage: NO_USAGE,
  ...extra,
});

export const call = (id: string, extra: Partial<ToolCallPart> = {}): ToolCallPart => ({
  type: "tool_call",
  id,
  name: "read",
  input: { path: "a.ts" },
  ...extra,
});

export const result = (callId: string, ...content: (string | ImagePart)[]): ToolMessage => ({
  role: "tool",
  callId,
  name: "read",
  content: (content.length > 0 ? content : [`result of ${callId}`]).map((part) => (typeof part === "string" ? text(part) : part)),
  isError: false,
});

export const thought = (words: string): AssistantPart => ({ type: "reasoning", text: words, providerData: { acme: { signature: "s" } } });

export const png = (name?: string, length = 16): ImagePart => ({
  type: "image",
  mediaType: "image/png",
  data: "iVBORw0KGgo".padEnd(length, "A"),
  ...(name === undefined ? {} : { name }),
});
