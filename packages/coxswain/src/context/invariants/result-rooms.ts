import { estimateTextTokens } from "../../model/index.ts";
import type { ConversationMessage } from "../invariant.ts";
import { areWithin } from "../shortened.ts";

/**
 * Returns the token limits of results, for responses whose results exceed `most` together. Large results share the room
 * equally, and small ones stay whole. Results without an entry in the map are not limited.
 */
export const resultLimits = (messages: readonly ConversationMessage[], most: number): ReadonlyMap<ConversationMessage, number> => {
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

export const textsIn = ({ content }: ConversationMessage): readonly string[] =>
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
