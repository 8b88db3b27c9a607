import type { AssistantMessage, AssistantPart, TextPart, ToolMessage, UserMessage } from "../../model/index.ts";
import type { ConversationMessage, Invariant } from "../invariant.ts";

/**
 * No message is without content, and no text is blank. An assistant's message that says nothing is left out; a person's
 * or a tool's says that it is empty, since an answer hangs on it.
 */
export const contentful: Invariant = {
  name: "contentful",
  enforce(messages, { edits }) {
    const told: ConversationMessage[] = [];
    for (const message of messages) {
      if (message.role !== "assistant") told.push(isFull(message) ? message : edits.once(message, "filled", () => filled(message)));
      else if (isSound(message)) told.push(message);
      else {
        const trimmed = edits.once(message, "trimmed", () => trim(message));
        if (trimmed.content.length > 0) told.push(trimmed);
      }
    }
    return told;
  },
};

const isBlank = (part: { readonly type: string; readonly text?: string }): boolean => part.type === "text" && !/\S/.test(part.text ?? "");

const isFull = ({ content }: UserMessage | ToolMessage): boolean => content.length > 0 && !content.some(isBlank);

const filled = (message: UserMessage | ToolMessage): UserMessage | ToolMessage => {
  const content = message.content.filter((part) => !isBlank(part));
  const empty: TextPart = { type: "text", text: message.role === "tool" ? "(no output)" : "(empty message)" };
  return { ...message, content: content.length > 0 ? content : [empty] };
};

const isSound = ({ content }: AssistantMessage): boolean => endsWithSubstance(content) && !content.some(isBlank);

/** Reasoning that nothing follows is refused: it is the trace of an answer that never came. */
const endsWithSubstance = (content: readonly AssistantPart[]): boolean => {
  const last = content.at(-1);
  return last !== undefined && last.type !== "reasoning";
};

const trim = (message: AssistantMessage): AssistantMessage => {
  const content = message.content.filter((part) => !isBlank(part));
  return { ...message, content: content.slice(0, content.findLastIndex(({ type }) => type !== "reasoning") + 1) };
};
