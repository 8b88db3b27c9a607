import type { AssistantMessage, AssistantPart, UserPart } from "../../model/index.ts";
import type { ConversationMessage, Invariant } from "../invariant.ts";

/**
 * Removes lone surrogates, such as those of a cut through an emoji, and NULs from all text, including call arguments:
 * providers reject them as invalid JSON. Affected reasoning is omitted, because it must not be modified.
 */
export const wellFormedText: Invariant = {
  name: "well-formed text",
  enforce: (messages, { edits }) =>
    messages.map((message) => (isSoundMessage(message) ? message : edits.once(message, "well-formed", () => wellFormed(message)))),
};

const isSoundMessage = (message: ConversationMessage): boolean => message.content.every(isSound) && hasSoundData(message);

const hasSoundData = (message: ConversationMessage): boolean => message.role !== "assistant" || isWholeValue(message.providerData);

const wellFormed = (message: ConversationMessage): ConversationMessage => {
  const content = message.content.filter((part) => part.type !== "reasoning" || isSound(part)).map(repaired);
  if (hasSoundData(message)) return { ...message, content } as ConversationMessage;
  const { providerData: _, ...rest } = message as AssistantMessage;
  return { ...rest, content: content as readonly AssistantPart[] };
};

const isSound = (part: UserPart | AssistantPart): boolean => {
  switch (part.type) {
    case "text":
    case "reasoning":
      return isWhole(part.text);
    case "tool_call":
      return isWholeValue(part.input);
    case "image":
    // The provider wrote it and receives it unchanged.
    case "provider":
      return true;
  }
};

const repaired = (part: UserPart | AssistantPart): UserPart | AssistantPart => {
  if (part.type === "text") return { ...part, text: wholeText(part.text) };
  return part.type === "tool_call" ? { ...part, input: wholeValue(part.input) } : part;
};

const isWhole = (text: string): boolean => text.isWellFormed() && !text.includes("\0");

/** Replaces the characters that providers reject. */
export const wholeText = (text: string): string => text.toWellFormed().replaceAll("\0", "\ufffd");

const isWholeValue = (value: unknown): boolean => {
  if (typeof value === "string") return isWhole(value);
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([key, inner]) => isWhole(key) && isWholeValue(inner));
};

const wholeValue = (value: unknown): unknown => {
  if (typeof value === "string") return wholeText(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(wholeValue);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [wholeText(key), wholeValue(inner)]));
};
