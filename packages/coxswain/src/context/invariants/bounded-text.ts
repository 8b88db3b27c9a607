import { type AssistantPart, estimateTextTokens, type UserPart } from "../../model/index.ts";
import type { ConversationMessage, Invariant } from "../invariant.ts";
import { areWithin, NOTE_LENGTH, shortened, shortenedToTokens } from "../shortened.ts";
/** Maximum characters of text in one message: the limit of OpenAI's Chat API for one content. */
export const MOST_TEXT = 2 ** 20;

/** Maximum share of the model's window, so that everything before the newest message can be compacted until it fits. */
const MOST_OF_WINDOW = 1 / 3;

/**
 * Limits the text of a message to the provider's maximum and to a third of the model's window; the window limit also
 * applies to all results of one response together. Of a longer message, the start and the end of each part remain.
 */
export const boundedText: Invariant = {
  name: "bounded text",
  enforce(messages, { edits, model: { contextWindow = 0 } }) {
    const most = contextWindow > 0 ? Math.floor(contextWindow * MOST_OF_WINDOW) : Infinity;
    const rooms = resultLimits(messages, most);
    return messages.map((message) => {
      const room = rooms.get(message) ?? most;
      return isBounded(message, room) ? message : edits.once(message, `bounded ${room}`, () => bounded(message, room));
    });
  },
};

const isBounded = (message: ConversationMessage, tokens: number): boolean =>
  lengthOf(message) <= MOST_TEXT && areWithin(textsIn(message), tokens);

/** Includes the line breaks with which an adapter may join the parts. */
const lengthOf = ({ content }: ConversationMessage): number => {
  let length = 0;
  for (const part of content) if (part.type === "text") length += part.text.length + 1;
  return length;
};

const bounded = (message: ConversationMessage, tokens: number): ConversationMessage => {
  const texts = textsIn(message).length;
  const room = Math.max(Math.floor(MOST_TEXT / texts) - 1, NOTE_LENGTH);
  const tokenRoom = Math.max(Math.floor(tokens / texts), NOTE_LENGTH);
  let left = MOST_TEXT;
  let tokensLeft = tokens;
  const content: (UserPart | AssistantPart)[] = [];
  for (const part of message.content) {
    const shorter = part.type === "text" ? { ...part, text: shortenedToTokens(shortened(part.text, room), tokenRoom) } : part;
    if (shorter.type === "text") {
      left -= shorter.text.length + 1;
      tokensLeft -= estimateTextTokens(shorter.text);
    }
    // Drops parts only when there are so many that not even a note for each fits.
    if (shorter.type !== "text" || (left >= 0 && tokensLeft >= 0)) content.push(shorter);
  }
  return { ...message, content } as ConversationMessage;
};

/**
 * Returns the token limits of results, for responses whose results exceed `most` together. Large results share the room
 * equally, and small ones stay whole. Results without an entry in the map are not limited.
 */
const resultLimits = (messages: readonly ConversationMessage[], most: number): ReadonlyMap<ConversationMessage, number> => {
  const rooms = new Map<ConversationMessage, number>();
  let results: ConversationMessage[] = [];
  const share = (): void => {
    if (results.length > 1 && !areWithin(results.flatMap(textsIn), most)) {
      const sizes = results.map(tokensIn);
      const room = roomFor(sizes, most);
      for (const [at, result] of results.entries()) if ((sizes[at] ?? 0) > room) rooms.set(result, room);
    }
    results = [];
  };
  for (const message of messages) {
    if (message.role === "tool") results.push(message);
    else if (results.length > 0) share();
  }
  share();
  return rooms;
};

const textsIn = ({ content }: ConversationMessage): readonly string[] =>
  content.flatMap((part) => (part.type === "text" ? [part.text] : []));

const tokensIn = (message: ConversationMessage): number => textsIn(message).reduce((sum, text) => sum + estimateTextTokens(text), 0);

/**
 * Returns the largest equal share with which the total is at most `most`. Smaller items leave their unused share to the
 * others.
 */
const roomFor = (sizes: readonly number[], most: number): number => {
  let left = most;
  const ascending = sizes.toSorted((one, other) => one - other);
  for (const [at, size] of ascending.entries()) {
    const share = Math.floor(left / (sizes.length - at));
    if (size > share) return share;
    left -= size;
  }
  return most;
};
