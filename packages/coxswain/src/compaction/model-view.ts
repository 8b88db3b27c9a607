import type { Entry } from "../log/index.ts";
import type { MessageEntry } from "../loop/index.ts";
import { type ConversationMessage, cuts, Edits, project, type ProjectOptions, messageOfEntry, visibleEntries } from "../context/index.ts";

/** Message as the model receives it, with its origin. */
export interface ProjectedMessage {
  readonly message: ConversationMessage;
  /** Its entry; undefined for a message that a projection rule inserted. */
  readonly entry: Entry | undefined;
  /** The run of the entry. */
  readonly run: string | undefined;
}

export interface ProjectedMessages {
  readonly messages: readonly ProjectedMessage[];
  /**
   * Positions at which the messages can be split so that each entry stays in its own half: before the message at that
   * index. Only before messages with an entry.
   */
  readonly cuts: readonly number[];
}

/** Returns the messages that a path sends to a model now. */
export const projectedMessages = (path: readonly Entry[], options: Omit<ProjectOptions, "edits" | "without">): ProjectedMessages => {
  const edits = new Edits();
  const projected = project(path, { ...options, edits });
  const entries = visibleEntries(path);
  const indexes = new Map<object, number>();
  for (const [at, entry] of entries.entries()) {
    const message = messageOfEntry(entry, edits);
    // Map each projected message back to its entry.
    if (message !== undefined) indexes.set(message, at).set(entry, at);
  }
  const origins = projected.map((message) => indexes.get(edits.origin(message)));
  const messages = projected.map((message, at): ProjectedMessage => {
    const index = origins[at];
    const entry = index === undefined ? undefined : entries[index];
    return { message, entry, run: (entry as Partial<MessageEntry> | undefined)?.run };
  });
  return { messages, cuts: cuts(projected).filter(inOrder(origins)) };
};

/**
 * Checks that no entry from before a cut follows one from after it; a rule may have moved a late result to its call.
 */
const inOrder = (origins: readonly (number | undefined)[]): ((at: number) => boolean) => {
  let last = -1;
  const lastBefore = origins.map((index) => {
    const before = last;
    last = Math.max(last, index ?? -1);
    return before;
  });
  let first = Infinity;
  const firstFrom = origins
    .toReversed()
    .map((index) => (first = Math.min(first, index ?? Infinity)))
    .toReversed();
  return (at) => origins[at] !== undefined && origins[at] === firstFrom[at] && (lastBefore[at] ?? 0) < (firstFrom[at] ?? 0);
};
