import type { MessageEntry } from "../loop/index.ts";
import { asTyped, type Message, type ReasoningPart, textOf, type ToolCallPart, toolCalls, type ToolMessage } from "../model/index.ts";

/** Flat form of a conversation message. */
export interface AgentMessage {
  readonly id: string;
  readonly role: Message["role"];
  readonly content: string;
  /** Reasoning of the model; empty if there is none. */
  readonly reasoning: string;
  /** Data that the provider requires with the reasoning, such as a signature. */
  readonly reasoningMetadata?: NonNullable<ReasoningPart["providerData"]>;
  readonly toolCalls: readonly AgentToolCall[];
  readonly toolResults: readonly AgentToolResult[];
  readonly createdAt: Date;
}

export interface AgentToolCall {
  readonly id: string;
  readonly name: string;
  /** Arguments as JSON; if they are invalid, the model's original output. */
  readonly input: string;
}

export interface AgentToolResult {
  readonly toolCallId: string;
  readonly name: string;
  /** Text content; an image is a word in brackets. */
  readonly content: string;
  readonly isError: boolean;
}

export const agentMessage = ({ id, at, message }: MessageEntry): AgentMessage => {
  const reasoning = message.role === "assistant" ? message.content.filter((part) => part.type === "reasoning") : [];
  const ofPart = reasoning.findLast(({ providerData }) => providerData !== undefined)?.providerData;
  const metadata = ofPart ?? (message.role === "assistant" ? message.providerData : undefined);
  return {
    id,
    role: message.role,
    content: textOf(message.role === "user" ? asTyped(message) : message),
    reasoning: reasoning.map(({ text }) => text).join(""),
    ...(metadata === undefined ? {} : { reasoningMetadata: metadata }),
    toolCalls: message.role === "assistant" ? toolCalls(message).map(agentToolCall) : [],
    toolResults: message.role === "tool" ? [agentToolResult(message)] : [],
    createdAt: new Date(at),
  };
};

export const agentToolCall = ({ id, name, input }: ToolCallPart): AgentToolCall => ({
  id,
  name,
  input: typeof input === "string" ? input : JSON.stringify(input),
});

export const agentToolResult = ({ callId, name, content, isError }: ToolMessage): AgentToolResult => ({
  toolCallId: callId,
  name,
  content: content.map((part) => (part.type === "text" ? part.text : `[image: ${part.name ?? part.mediaType}]`)).join(""),
  isError,
});
