import type { ErrorClass } from "./errors.ts";
import type { AssistantPart, ToolCallPart, ToolResultPart, UserPart } from "./part.ts";
import type { Usage } from "./usage.ts";

export interface SystemMessage {
  readonly role: "system";
  readonly content: string;
}

export interface UserMessage {
  readonly role: "user";
  readonly content: readonly UserPart[];
  /** Who wrote it: `user` unless told otherwise, as `extension` or `plugin:NAME`. */
  readonly source?: string;
  /** What was written, as `/review src`, where the first text of `content` is what that was expanded to. */
  readonly typed?: string;
}

/** Why a response ended. `interrupted`: aborted by the user and kept by option, or broken off for good. */
export type StopReason = "stop" | "tool_calls" | "length" | "refusal" | "interrupted" | "other";

export interface AssistantMessage {
  readonly role: "assistant";
  readonly content: readonly AssistantPart[];
  /** Reference of the model that wrote it, as `anthropic/claude-sonnet-4-5`. */
  readonly model: string;
  /** Who wrote it in the model's place, as `plugin:NAME`: it is no response then. */
  readonly source?: string;
  readonly stop: StopReason;
  readonly usage: Usage;
  /** USD, best effort; absent when the model has no known price. */
  readonly cost?: number;
  /** Set when the stream failed: the message holds what had arrived, without tool calls, and is not sent again. */
  readonly streamError?: { readonly code: ErrorClass; readonly message: string };
}

/** Why a call has an error result without having run to its end. */
export type ToolEndReason = "unknown_tool" | "invalid_input" | "denied" | "skipped" | "cancelled" | "interrupted";

/** The result of one tool call. */
export interface ToolMessage {
  readonly role: "tool";
  readonly callId: string;
  readonly name: string;
  readonly content: readonly ToolResultPart[];
  readonly isError: boolean;
  readonly reason?: ToolEndReason;
  /** For screens, never sent to the model. A JSON value. */
  readonly details?: unknown;
}

export type Message = SystemMessage | UserMessage | AssistantMessage | ToolMessage;

export const toolCalls = (message: AssistantMessage): readonly ToolCallPart[] =>
  message.content.filter((part) => part.type === "tool_call");

/** A message as it was written, for people: with a command in the place of what it was expanded to. */
export const asTyped = (message: UserMessage): UserMessage => {
  const { typed, content, ...rest } = message;
  if (typed === undefined) return message;
  const expanded = content.findIndex(({ type }) => type === "text");
  return { ...rest, content: content.map((part, at) => (at === expanded ? { type: "text", text: typed } : part)) };
};

/** The text of a message's text parts, joined. */
export const textOf = (message: Message): string =>
  typeof message.content === "string"
    ? message.content
    : message.content
        .filter((part) => part.type === "text")
        .map(({ text }) => text)
        .join("");
