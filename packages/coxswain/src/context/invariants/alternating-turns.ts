import type { UserMessage } from "../../model/index.ts";
import type { ConversationMessage, Invariant } from "../invariant.ts";

/**
 * Separates consecutive assistant messages with a note, as when a run starts without a prompt after another one. Gemini
 * rejects calls in a turn that does not directly follow a user's.
 */
export const alternatingTurns: Invariant = {
  name: "alternating turns",
  enforce(messages, { settled }) {
    let before = settled.messages.at(-1);
    if (before?.role !== "assistant" && !messages.some(({ role }, at) => role === "assistant" && messages[at - 1]?.role === role))
      return messages;
    const separated: ConversationMessage[] = [];
    for (const message of messages) {
      if (before?.role === "assistant" && message.role === "assistant") separated.push(NOTE);
      separated.push(message);
      before = message;
    }
    return separated;
  },
};

/**
 * Appends a note when the last message is the assistant's: models would continue that message, or reject it. When the
 * answer arrives, `alternatingTurns` puts the note in the same position, so that the prefix stays stable.
 */
export const withContinueNote = (messages: readonly ConversationMessage[]): readonly ConversationMessage[] =>
  messages.at(-1)?.role === "assistant" ? [...messages, NOTE] : messages;

/**
 * Returns whether a message is the note of `withContinueNote`. At the end of a request, it stays only when an answer
 * follows.
 */
export const isContinueNote = (message: ConversationMessage | undefined): boolean => message === NOTE;

const NOTE: UserMessage = Object.freeze({
  role: "user",
  content: Object.freeze([Object.freeze({ type: "text", text: "(Continue.)" })]),
});
