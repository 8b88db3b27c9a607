import type { ErrorClass } from "./errors.ts";
import type { Usage } from "./usage.ts";

/** Opaque provider data that must be sent back unchanged, by provider name. */
export type ProviderData = Readonly<Record<string, unknown>>;

export interface TextPart {
  readonly type: "text";
  readonly text: string;
  readonly providerData?: ProviderData;
}

export interface ImagePart {
  readonly type: "image";
  /** IANA media type, for example `image/png`. */
  readonly mediaType: string;
  /** Bytes in base64. */
  readonly data: string;
  /** Display name, for example the name of the file. */
  readonly name?: string;
}

export interface ReasoningPart {
  readonly type: "reasoning";
  readonly text: string;
  /** Signature or encrypted reasoning, if the provider sends one. */
  readonly providerData?: ProviderData;
}

export interface ToolCallPart {
  readonly type: "tool_call";
  /** Unique within the session. */
  readonly id: string;
  readonly name: string;
  /** Arguments: a JSON value. Invalid JSON stays the string that the model wrote. */
  readonly input: unknown;
  readonly providerData?: ProviderData;
}

/**
 * Content of a response that only its provider can continue from: a call or a result of a tool that runs at the provider,
 * or a summary that the provider made. The runtime neither runs nor answers it. It is sent back unchanged to the same
 * provider, and to no other.
 */
export interface ProviderPart {
  readonly type: "provider";
  /** Name of the provider's tool, such as `web_search`, or of other content, such as `compaction`. */
  readonly name: string;
  /** The provider's ID of the call, the same in a call and its result; absent if it gives none. */
  readonly id?: string;
  /** Arguments of the call: a JSON value. Absent in a separate result. */
  readonly input?: unknown;
  /** The result as text, shortened, for display. Untrusted. Absent in a call whose result is a separate part. */
  readonly output?: string;
  readonly isError?: true;
  /** The content itself. */
  readonly providerData: ProviderData;
}

export type UserPart = TextPart | ImagePart;
export type AssistantPart = TextPart | ReasoningPart | ToolCallPart | ProviderPart;
export type ToolResultPart = TextPart | ImagePart;

export interface SystemMessage {
  readonly role: "system";
  readonly content: string;
}

export interface UserMessage {
  readonly role: "user";
  readonly content: readonly UserPart[];
  /** Author of the message. Default: `user`. Other values: `extension` or `plugin:NAME`. */
  readonly source?: string;
  /** The input as typed, for example `/review src`, if the first text of `content` is its expansion. */
  readonly typed?: string;
}

/**
 * Reason for the end of a response. `interrupted`: the user aborted it and an option preserved it, or it failed permanently.
 */
export type StopReason = "stop" | "tool_calls" | "length" | "refusal" | "interrupted" | "other";

export interface AssistantMessage {
  readonly role: "assistant";
  readonly content: readonly AssistantPart[];
  /** Reference of the model that wrote it, for example `anthropic/claude-sonnet-4-5`. */
  readonly model: string;
  /** Author other than the model, for example `plugin:NAME`: the message is then not a response. */
  readonly source?: string;
  readonly stop: StopReason;
  readonly usage: Usage;
  /** Opaque reasoning data of the whole response. It is sent back with the message's reasoning, or not at all. */
  readonly providerData?: ProviderData;
  /**
   * Usage of the last time that the provider read the conversation, if `usage` is the sum of several times: it ran tools
   * itself, or summarized. All 0: the provider does not report it. Absent: it read the conversation once.
   */
  readonly lastPass?: Usage;
  /** USD, best effort; absent when the model has no known price. */
  readonly cost?: number;
  /**
   * Set when the stream failed: the message has the content received until then, without tool calls, and is not sent
   * again.
   */
  readonly streamError?: { readonly code: ErrorClass; readonly message: string };
}

/** Reason for an error result of a call that did not complete. */
export type ToolEndReason = "unknown_tool" | "invalid_input" | "denied" | "skipped" | "cancelled" | "interrupted";

/** The result of one tool call. */
export interface ToolMessage {
  readonly role: "tool";
  readonly callId: string;
  readonly name: string;
  readonly content: readonly ToolResultPart[];
  readonly isError: boolean;
  readonly reason?: ToolEndReason;
  /** For display, never sent to the model. A JSON value. */
  readonly details?: unknown;
}

export type Message = SystemMessage | UserMessage | AssistantMessage | ToolMessage;

export const toolCalls = (message: AssistantMessage): readonly ToolCallPart[] =>
  message.content.filter((part) => part.type === "tool_call");

/** Returns whether a message contains reasoning, as text or as opaque data. */
export const hasReasoning = (message: Message): boolean =>
  message.role === "assistant" && (message.providerData !== undefined || message.content.some(({ type }) => type === "reasoning"));

/** Returns a message as typed, for display: with the command instead of its expansion. */
export const asTyped = (message: UserMessage): UserMessage => {
  const { typed, content, ...rest } = message;
  if (typed === undefined) return message;
  const expanded = content.findIndex(({ type }) => type === "text");
  return { ...rest, content: content.map((part, at) => (at === expanded ? { type: "text", text: typed } : part)) };
};

/**
 * Returns the words of the author: the first text of a message, as typed. Later text parts are attached content, such as files.
 * Empty if the message has no text, or if the user did not write it.
 */
export const wordsOf = (message: UserMessage): string => {
  if (message.source !== undefined && message.source !== "user") return "";
  return asTyped(message).content.find((part) => part.type === "text")?.text ?? "";
};

/** Returns the joined text parts of a message. */
export const textOf = (message: Message): string =>
  typeof message.content === "string"
    ? message.content
    : message.content
        .filter((part) => part.type === "text")
        .map(({ text }) => text)
        .join("");
