import type {
  LanguageModelV4FilePart,
  LanguageModelV4Message,
  LanguageModelV4TextPart,
  LanguageModelV4ToolResultPart,
  SharedV4ProviderOptions,
} from "@ai-sdk/provider";
import { asRecord } from "../base/index.ts";
import type { AssistantMessage, AssistantPart, ImagePart, ProviderData, TextPart, ToolMessage, UserMessage } from "../model/index.ts";
import { wireCallId } from "./call-id.ts";
import type { Dialect } from "./dialect.ts";
import { callInput, resultContent, sentParts } from "./message-content.ts";

type UserV4 = Extract<LanguageModelV4Message, { role: "user" }>;
type AssistantV4 = Extract<LanguageModelV4Message, { role: "assistant" }>;

/** A tool result, and its images if the provider does not accept them inside the result. */
export interface ConvertedResult {
  readonly part: LanguageModelV4ToolResultPart;
  readonly images: readonly LanguageModelV4FilePart[];
}

/** Returns undefined for a message without content: providers reject empty content. */
export const userMessage = ({ content }: UserMessage): UserV4 | undefined => {
  const parts = sentParts(content).map((part) => (part.type === "image" ? filePart(part) : textPart(part)));
  return parts.length === 0 ? undefined : { role: "user", content: parts };
};

export const assistantMessage = ({ content }: AssistantMessage, dialect: Dialect): AssistantV4 | undefined => {
  const sent = sentParts(content).filter((part) => isSent(part, dialect));
  return sent.length === 0 ? undefined : { role: "assistant", content: sent.map((part) => assistantPart(part, dialect)) };
};

export const toolResult = (message: ToolMessage, { callId: spell = wireCallId, imagesAfterResults }: Dialect): ConvertedResult => {
  const { text, images: all } = resultContent(message);
  const images = all.map(filePart);
  const inside = images.length > 0 && imagesAfterResults !== true;
  const output: LanguageModelV4ToolResultPart["output"] = inside
    ? // Exactly one text part: before Gemini 3, each text part is a response, and a call must have exactly one.
      { type: "content", value: [{ type: "text", text }, ...images] }
    : { type: message.isError ? "error-text" : "text", value: text };
  const part = { type: "tool-result", toolCallId: spell(message.callId), toolName: message.name, output } as const;
  return { part, images: inside ? [] : images };
};

const assistantPart = (part: AssistantPart, { callId: spell = wireCallId }: Dialect): AssistantV4["content"][number] => {
  switch (part.type) {
    case "text":
      return textPart(part);
    case "reasoning":
      return { type: "reasoning", text: part.text, ...returned(part.providerData) };
    case "tool_call":
      return {
        type: "tool-call",
        toolCallId: spell(part.id),
        toolName: part.name,
        input: callInput(part.input),
        ...returned(part.providerData),
      };
    case "provider":
      return asRecord(part.providerData[ADAPTER])["content"] as AssistantV4["content"][number];
  }
};

/** The key of the data of a provider's part that an adapter emitted: a part of an AI SDK prompt. */
export const ADAPTER = "adapter";

const isSent = (part: AssistantPart, { noReasoning }: Dialect): boolean => {
  if (part.type === "provider") return typeof asRecord(part.providerData[ADAPTER])["content"] === "object";
  return part.type !== "reasoning" || noReasoning !== true;
};

const textPart = ({ text, providerData }: TextPart): LanguageModelV4TextPart => ({ type: "text", text, ...returned(providerData) });

const filePart = ({ mediaType, data, name }: ImagePart): LanguageModelV4FilePart => ({
  type: "file",
  mediaType,
  data: { type: "data", data },
  ...(name === undefined ? {} : { filename: name }),
});

const returned = (data: ProviderData | undefined): { readonly providerOptions?: SharedV4ProviderOptions } =>
  data === undefined ? {} : { providerOptions: data as SharedV4ProviderOptions };
