import type { AssistantPart, UserPart } from "../../model/index.ts";
import type { ConversationMessage, Invariant } from "../invariant.ts";

/** Characters of text in one message: what OpenAI's Chat API takes of one content. */
export const MOST_TEXT = 2 ** 20;

/** No message has more text than a provider takes. Of a longer one the beginning and the end of each part are told. */
export const boundedText: Invariant = {
  name: "bounded text",
  enforce: (messages, { edits }) =>
    messages.map((message) => (lengthOf(message) <= MOST_TEXT ? message : edits.once(message, "bounded", () => bounded(message)))),
};

/** With the line breaks by which an adapter may join the parts. */
const lengthOf = ({ content }: ConversationMessage): number => {
  let length = 0;
  for (const part of content) if (part.type === "text") length += part.text.length + 1;
  return length;
};

const bounded = (message: ConversationMessage): ConversationMessage => {
  const texts = message.content.filter(({ type }) => type === "text").length;
  const room = Math.max(Math.floor(MOST_TEXT / texts) - 1, NOTE_LENGTH);
  let left = MOST_TEXT;
  const content: (UserPart | AssistantPart)[] = [];
  for (const part of message.content) {
    const told = part.type === "text" && part.text.length > room ? { ...part, text: shortened(part.text, room) } : part;
    if (told.type === "text") left -= told.text.length + 1;
    // Only where there are tens of thousands of parts, so that not even a note for each has room.
    if (told.type !== "text" || left >= 0) content.push(told);
  }
  return { ...message, content } as ConversationMessage;
};

/** The longest that the note on what is missing can be. */
const NOTE_LENGTH = 64;

const shortened = (text: string, room: number): string => {
  const half = Math.floor((room - NOTE_LENGTH) / 2);
  const missing = text.length - 2 * half;
  // A cut may go through a pair of surrogates.
  return `${text.slice(0, half)}\n[${missing} characters left out]\n${text.slice(text.length - half)}`.toWellFormed();
};
