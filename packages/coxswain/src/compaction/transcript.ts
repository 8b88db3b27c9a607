import type { AssistantPart, ProviderPart, UserPart } from "../model/index.ts";
import { type ConversationMessage, shortened } from "../context/index.ts";

/** Message of a transcript, with its number. */
export interface TranscriptMessage {
  readonly message: ConversationMessage;
  readonly number?: number | undefined;
}

export interface TranscriptLimits {
  /** Maximum characters of a tool result. */
  readonly result: number;
  /** Maximum characters of a call's arguments. */
  readonly input: number;
}

const NO_LIMITS: TranscriptLimits = { result: Infinity, input: Infinity };

/**
 * Formats a message for a reader that does not continue the conversation: its number and author, then its content.
 * Images are named, and reasoning is omitted.
 */
export const transcriptOf = ({ message, number }: TranscriptMessage, { result, input }: TranscriptLimits = NO_LIMITS): string => {
  const head = `[${number === undefined ? "" : `#${number} `}${speaker(message)}]`;
  const parts = message.content.map((part: UserPart | AssistantPart) => {
    if (part.type === "tool_call") return `(calls ${part.name} ${shortened(JSON.stringify(part.input) ?? "", input)})`;
    return part.type === "provider" ? providerText(part, { result, input }) : partText(part);
  });
  const text = parts
    .filter((part) => part !== "")
    .join("\n")
    .replaceAll(LIKE_A_HEAD, " $&");
  return `${head}\n${message.role === "tool" ? shortened(text, result) : text}`;
};

/** Returns an empty string for content that has nothing to read. */
const providerText = ({ name, input: argument, output = "" }: ProviderPart, { result, input }: TranscriptLimits): string => {
  const called = argument === undefined ? "" : `(the provider runs ${name} ${shortened(JSON.stringify(argument) ?? "", input)})`;
  const answer = output === "" ? "" : `(the provider's ${name}: ${shortened(output, result)})`;
  return [called, answer].filter((text) => text !== "").join("\n");
};

/** Matches lines in a tool result that look like the heading of another message. */
const LIKE_A_HEAD = /^\[(?:#\d+ )?(?:user|assistant|result of )/gm;

const speaker = (message: ConversationMessage): string => {
  if (message.role === "tool") return `result of ${message.name}${message.isError ? ", an error" : ""}`;
  const { source } = message as { readonly source?: string };
  return message.role === "user" && source !== undefined && source !== "user" ? `user, by ${source}` : message.role;
};

/** Returns the text of a part; an empty string if the part is neither text nor image. */
export const partText = (part: UserPart | AssistantPart): string => {
  if (part.type === "text") return part.text;
  return part.type === "image" ? `[image${part.name === undefined ? "" : ` "${part.name}"`}]` : "";
};
