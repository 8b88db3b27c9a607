import type { Invariant, ConversationMessage } from "../invariant.ts";

/** No text has half a surrogate pair, as a cut through an emoji leaves it: providers refuse it as JSON that is not whole. */
export const wellFormedText: Invariant = {
  name: "well-formed text",
  enforce: (messages, { edits }) =>
    messages.map((message) =>
      message.content.some((part) => part.type === "text" && !part.text.isWellFormed())
        ? edits.once(message, "well-formed", () => wellFormed(message))
        : message,
    ),
};

const wellFormed = (message: ConversationMessage): ConversationMessage =>
  ({
    ...message,
    content: message.content.map((part) => (part.type === "text" ? { ...part, text: part.text.toWellFormed() } : part)),
  }) as ConversationMessage;
