import type { UserMessage } from "../../model/index.ts";
import type { ConversationMessage, Invariant } from "../invariant.ts";

/**
 * No two messages of the assistant follow each other. Where a run ended and another went on without a word, a note
 * stands between them: Gemini refuses calls in a turn that is not the next after the user's.
 */
export const takenTurns: Invariant = {
  name: "taken turns",
  enforce(messages, { settled }) {
    let before = settled.messages.at(-1);
    if (before?.role !== "assistant" && !messages.some(({ role }, at) => role === "assistant" && messages[at - 1]?.role === role))
      return messages;
    const told: ConversationMessage[] = [];
    for (const message of messages) {
      if (before?.role === "assistant" && message.role === "assistant") told.push(NOTE);
      told.push(message);
      before = message;
    }
    return told;
  },
};

/**
 * What is sent to be answered: the last word is not the assistant's, whose message models would go on with or refuse.
 * When the answer comes, the note stands where `takenTurns` puts it, so that the prefix stays.
 */
export const toBeAnswered = (messages: readonly ConversationMessage[]): readonly ConversationMessage[] =>
  messages.at(-1)?.role === "assistant" ? [...messages, NOTE] : messages;

/** Whether a request ends with the note alone: it stays only where an answer comes. */
export const isGoingOn = (message: ConversationMessage | undefined): boolean => message === NOTE;

const NOTE: UserMessage = Object.freeze({
  role: "user",
  content: Object.freeze([Object.freeze({ type: "text", text: "(Go on.)" })]),
});
