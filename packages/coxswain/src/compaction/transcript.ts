import type { AssistantPart, UserPart } from "../model/index.ts";
import { type ConversationMessage, shortened } from "../context/index.ts";

/** A message as it stands in a transcript, and the number by which it can be found again. */
export interface TranscriptMessage {
  readonly message: ConversationMessage;
  readonly number?: number | undefined;
}

export interface TranscriptLimits {
  /** Characters of a tool's result. */
  readonly result: number;
  /** Characters of a call's arguments. */
  readonly input: number;
}

const NO_LIMITS: TranscriptLimits = { result: Infinity, input: Infinity };

/**
 * A message as text for a reader who is not to go on with the conversation: its number and who said it, and then what. Images
 * are named, and reasoning is left out.
 */
export const transcriptOf = ({ message, number }: TranscriptMessage, { result, input }: TranscriptLimits = NO_LIMITS): string => {
  const head = `[${number === undefined ? "" : `#${number} `}${speaker(message)}]`;
  const parts = message.content.map((part: UserPart | AssistantPart) =>
    part?.type === "tool_call" ? `(calls ${part.name} ${shortened(JSON.stringify(part.input) ?? "", input)})` : partText(part),
  );
  const text = parts
    .filter((part) => part !== "")
    .join("\n")
    .replaceAll(LIKE_A_HEAD, " $&");
  return `${head}\n${message.role === "tool" ? shortened(text, result) : text}`;
};

/** What a tool brought must not pass for something that the person said next. */
const LIKE_A_HEAD = /^\[(?:#\d+ )?(?:user|assistant|result of )/gm;

const speaker = (message: ConversationMessage): string => {
  if (message.role === "tool") return `result of ${message.name}${message.isError ? ", an error" : ""}`;
  const { source } = message as { readonly source?: string };
  return message.role === "user" && source !== undefined && source !== "user" ? `user, by ${source}` : message.role;
};

/** What a part says; nothing for what is no text and no image. A log from another hand may hold anything. */
export const partText = (part: UserPart | AssistantPart): string => {
  if (part?.type === "text") return part.text;
  return part?.type === "image" ? `[image${part.name === undefined ? "" : ` "${part.name}"`}]` : "";
};
