import type {
  LanguageModelV4FilePart,
  LanguageModelV4Message,
  LanguageModelV4TextPart,
  LanguageModelV4ToolResultPart,
  SharedV4ProviderOptions,
} from "@ai-sdk/provider";
import type { AssistantMessage, AssistantPart, ImagePart, ProviderData, TextPart, ToolMessage, UserMessage } from "../model/index.ts";
import { wireCallId } from "./call-id.ts";
import type { Dialect } from "./dialect.ts";

type UserV4 = Extract<LanguageModelV4Message, { role: "user" }>;
type AssistantV4 = Extract<LanguageModelV4Message, { role: "assistant" }>;

/** A tool result, and its images if the provider does not accept them inside the result. */
export interface ConvertedResult {
  readonly part: LanguageModelV4ToolResultPart;
  readonly images: readonly LanguageModelV4FilePart[];
}

/** Returns undefined for a message without content: providers reject empty content. */
export const userMessage = ({ content }: UserMessage): UserV4 | undefined => {
  const parts = content.map((part) => (part.type === "image" ? filePart(part) : textPart(part))).filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : { role: "user", content: parts };
};

export const assistantMessage = ({ content }: AssistantMessage, dialect: Dialect): AssistantV4 | undefined => {
  const parts = content.map((part) => assistantPart(part, dialect)).filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : { role: "assistant", content: parts };
};

export const toolResult = (
  { callId, name, content, isError }: ToolMessage,
  { callId: spell = wireCallId, ...dialect }: Dialect,
): ConvertedResult => {
  const images = content.filter((part) => part.type === "image").map(filePart);
  const texts = content
    .filter((part) => part.type === "text")
    .map(({ text }) => text)
    .filter((text) => text.trim() !== "");
  const inside = images.length > 0 && dialect.imagesAfterResults !== true;
  const text = texts.join("\n") || (images.length > 0 ? "(the image follows)" : "(no output)");
  const output: LanguageModelV4ToolResultPart["output"] = inside
    ? // Exactly one text part: before Gemini 3, each text part is a response, and a call must have exactly one.
      { type: "content", value: [{ type: "text", text }, ...images] }
    : { type: isError ? "error-text" : "text", value: text };
  return { part: { type: "tool-result", toolCallId: spell(callId), toolName: name, output }, images: inside ? [] : images };
};

const assistantPart = (
  part: AssistantPart,
  { noReasoning, callId: spell = wireCallId }: Dialect,
): AssistantV4["content"][number] | undefined => {
  switch (part.type) {
    case "text":
      return textPart(part);
    case "reasoning":
      if (noReasoning === true || (part.text === "" && part.providerData === undefined)) return undefined;
      return { type: "reasoning", text: part.text, ...returned(part.providerData) };
    case "tool_call":
      return {
        type: "tool-call",
        toolCallId: spell(part.id),
        toolName: part.name,
        input: callInput(part.input),
        ...returned(part.providerData),
      };
  }
};

const textPart = ({ text, providerData }: TextPart): LanguageModelV4TextPart | undefined =>
  text.trim() === "" ? undefined : { type: "text", text, ...returned(providerData) };

const filePart = ({ mediaType, data, name }: ImagePart): LanguageModelV4FilePart => ({
  type: "file",
  mediaType,
  data: { type: "data", data },
  ...(name === undefined ? {} : { filename: name }),
});

/** Providers accept only an object as input. Anything else that the model wrote is wrapped in one. */
const callInput = (input: unknown): object => {
  if (typeof input === "object" && input !== null && !Array.isArray(input)) return input;
  return input === undefined || input === null || input === "" ? {} : { invalid_arguments: input };
};

const returned = (data: ProviderData | undefined): { readonly providerOptions?: SharedV4ProviderOptions } =>
  data === undefined ? {} : { providerOptions: data as SharedV4ProviderOptions };
