import { asRecord, type UnknownRecord } from "../../base/index.ts";
import {
  type AssistantMessage,
  type ImagePart,
  type ModelRequest,
  type ToolCallPart,
  toolCalls,
  type ToolMessage,
  type UserPart,
} from "../../model/index.ts";
import { callInput, convertLists, IMAGES_OF_RESULTS, resultContent, sentParts, sentSections } from "../message-content.ts";
import { type ChatReasoning, reasoningFields, standInFields } from "./chat-reasoning.ts";
import { maybeText } from "./fields.ts";

/** A message of Chat Completions: https://platform.openai.com/docs/api-reference/chat/create */
export interface ChatMessage {
  readonly role: "system" | "developer" | "user" | "assistant" | "tool";
  readonly content: string | null | readonly UnknownRecord[];
  readonly [field: string]: unknown;
}

/** The messages that a server expects. */
export interface ChatMessageFormat {
  /** The key of the reader's provider data. */
  readonly key: string;
  readonly systemRole: "system" | "developer";
  /** True if the sections of the system prompt are one message. */
  readonly oneSystemMessage: boolean;
  /** Converts a call ID to one that the server accepts. Must be deterministic. */
  readonly callId: (id: string) => string;
  /** True if the text of a failed result is written as `{ "error": text }`. */
  readonly marksFailures: boolean;
  readonly reasoning: ChatReasoning;
}

type Message = ModelRequest["messages"][number];

/** Returns a function that writes the messages of a request. It converts each message once. */
export const chatMessagesWriter = (
  format: ChatMessageFormat,
): ((request: Pick<ModelRequest, "system" | "messages">) => readonly ChatMessage[]) => {
  const convert = convertLists((message: Message) => converted(message, format));
  return ({ system, messages }) => [...systemMessages(system, format), ...withImages(convert(messages))];
};

const systemMessages = (system: readonly string[], { systemRole, oneSystemMessage }: ChatMessageFormat): readonly ChatMessage[] => {
  const sections = sentSections(system);
  const contents = oneSystemMessage && sections.length > 0 ? [sections.join("\n\n")] : sections;
  return contents.map((content) => ({ role: systemRole, content }));
};

interface Converted {
  /** Undefined: the message has no content. */
  readonly message: ChatMessage | undefined;
  /** The images of a result, which accepts only text. */
  readonly images: readonly ImagePart[];
}

const converted = (message: Message, format: ChatMessageFormat): Converted => {
  switch (message.role) {
    case "user":
      return { message: userMessage(sentParts(message.content)), images: [] };
    case "assistant":
      return { message: assistantMessage(message, format), images: [] };
    case "tool":
      return resultMessage(message, format);
  }
};

/** Adds the images of consecutive results in a message after them. */
const withImages = (all: readonly Converted[]): readonly ChatMessage[] => {
  const written: ChatMessage[] = [];
  let waiting: ImagePart[] = [];
  const addImages = (): void => {
    if (waiting.length > 0) written.push({ role: "user", content: [textPart(IMAGES_OF_RESULTS), ...waiting.map(contentPart)] });
    waiting = [];
  };
  for (const { message, images } of all) {
    if (message === undefined) continue;
    if (message.role !== "tool") addImages();
    written.push(message);
    waiting.push(...images);
  }
  addImages();
  return written;
};

const userMessage = (parts: readonly UserPart[]): ChatMessage | undefined => {
  const [first, ...others] = parts;
  if (first === undefined) return undefined;
  return { role: "user", content: first.type === "text" && others.length === 0 ? first.text : parts.map(contentPart) };
};

const contentPart = (part: UserPart): UnknownRecord =>
  part.type === "text" ? textPart(part.text) : { type: "image_url", image_url: { url: `data:${part.mediaType};base64,${part.data}` } };

const textPart = (text: string): UnknownRecord => ({ type: "text", text });

const assistantMessage = (message: AssistantMessage, format: ChatMessageFormat): ChatMessage | undefined => {
  const text = sentParts(message.content)
    .map((part) => (part.type === "text" ? part.text : ""))
    .join("");
  const calls = toolCalls(message);
  const own = reasoningFields(message, format);
  if (text === "" && calls.length === 0 && own === undefined) return undefined;
  const callIds = calls.map(({ id }) => format.callId(id));
  const reasoning = own ?? standInFields(format.reasoning, callIds);
  if (calls.length === 0) return { role: "assistant", content: text, ...reasoning };
  return {
    role: "assistant",
    content: text === "" ? null : text,
    ...reasoning,
    tool_calls: calls.map((call) => callOf(call, format)),
  };
};

const callOf = ({ id, name, input, providerData }: ToolCallPart, { key, callId }: ChatMessageFormat): UnknownRecord => {
  const signature = maybeText(asRecord(providerData?.[key])["thoughtSignature"]);
  return {
    id: callId(id),
    type: "function",
    function: { name, arguments: JSON.stringify(callInput(input)) },
    // Gemini requires it back, behind any server: https://ai.google.dev/gemini-api/docs/thought-signatures
    ...(signature === undefined ? {} : { extra_content: { google: { thought_signature: signature } } }),
  };
};

const resultMessage = (result: ToolMessage, { callId, marksFailures }: ChatMessageFormat): Converted => {
  const { text, images } = resultContent(result);
  const content = result.isError && marksFailures ? JSON.stringify({ error: text }) : text;
  return { message: { role: "tool", tool_call_id: callId(result.callId), content }, images };
};
