import type { AssistantMessage, AssistantPart, ImagePart, TextPart, ToolMessage, UserMessage } from "../../model/index.ts";
import type { ConversationMessage, Invariant } from "../invariant.ts";

/**
 * No message is without content, and no text is blank. An assistant's message that says nothing is left out; a person's
 * or a tool's says that it is empty, since an answer hangs on it.
 */
export const contentful: Invariant = {
  name: "contentful",
  enforce(messages, { edits }) {
    if (messages.every(isSound)) return messages;
    return messages
      .map((message) => (isSound(message) ? message : edits.once(message, "trimmed", () => trimmed(message))))
      .filter(({ content }) => content.length > 0);
  },
};

const isSound = (message: ConversationMessage): boolean => {
  const last = message.content.at(-1);
  // Reasoning that nothing follows is refused: it is the trace of an answer that never came.
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
