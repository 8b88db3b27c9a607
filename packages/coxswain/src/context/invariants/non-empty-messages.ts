import type { AssistantMessage, AssistantPart, ImagePart, TextPart, ToolMessage, UserMessage } from "../../model/index.ts";
import type { ConversationMessage, Invariant } from "../invariant.ts";

/**
 * Removes blank text. An empty assistant message is omitted. An empty user or tool message gets a placeholder, because
 * an answer refers to it.
 */
export const nonEmptyMessages: Invariant = {
  name: "non-empty messages",
  enforce(messages, { edits }) {
    if (messages.every(isSound)) return messages;
    return messages
      .map((message) => (isSound(message) ? message : edits.once(message, "trimmed", () => trimmed(message))))
      .filter(({ content }) => content.length > 0);
  },
};

const isSound = (message: ConversationMessage): boolean => {
  const last = message.content.at(-1);
  // Providers reject trailing reasoning, which is left of an answer that never arrived.
  return last !== undefined && last.type !== "reasoning" && !message.content.some(isBlank);
};

const isBlank = (part: AssistantPart | ImagePart): boolean => part.type === "text" && part.text.trim() === "";

const trimmed = (message: ConversationMessage): ConversationMessage =>
  message.role === "assistant" ? withoutRest(message) : orEmpty(message);

const withoutRest = (message: AssistantMessage): AssistantMessage => {
  const content = message.content.filter((part) => !isBlank(part));
  return { ...message, content: content.slice(0, content.findLastIndex(({ type }) => type !== "reasoning") + 1) };
};

const orEmpty = (message: UserMessage | ToolMessage): UserMessage | ToolMessage => {
  const content = message.content.filter((part) => !isBlank(part));
  const empty: TextPart = { type: "text", text: message.role === "tool" ? "(no output)" : "(empty message)" };
  return { ...message, content: content.length > 0 ? content : [empty] };
};
