import type { Entry } from "../log/index.ts";
import type { MessageEntry } from "../loop/index.ts";
import { type ConversationMessage, cuts, Edits, project, type ProjectOptions, messageOfEntry, visibleEntries } from "../context/index.ts";

/** Message as the model receives it, with its origin. */
export interface ToldMessage {
  readonly message: ConversationMessage;
  /** Its entry; undefined for a message that a projection rule inserted. */
  readonly entry: Entry | undefined;
  /** The run of the entry. */
  readonly run: string | undefined;
}

export interface ToldMessages {
  readonly told: readonly ToldMessage[];
  /**
   * Positions at which the messages can be split so that each entry stays in its own half: before the message at that
   * index. Only before messages with an entry.
   */
  readonly cuts: readonly number[];
}

/** Returns the messages that a path sends to a model now. */
export const toldMessages = (path: readonly Entry[], options: Omit<ProjectOptions, "edits" | "without">): ToldMessages => {
  const edits = new Edits();
  const messages = project(path, { ...options, edits });
  const entries = visibleEntries(path);
  const places = new Map<object, number>();
  for (const [at, entry] of entries.entries()) {
    const said = messageOfEntry(entry, edits);
    // Map each projected message back to its entry.
    if (said !== undefined) places.set(said, at).set(entry, at);
  }
  const resolveIn = messages.map((message) => places.get(edits.origin(message)));
  const told = messages.map((message, at): ToldMessage => {
    const place = resolveIn[at];
    const entry = place === undefined ? undefined : entries[place];
    return { message, entry, run: (entry as Partial<MessageEntry> | undefined)?.run };
  });
  return { told, cuts: cuts(messages).filter(inOrder(resolveIn)) };
};

/**
 * Checks that no entry from before a cut follows one from after it; a rule may have moved a late result to its call.
 */
const inOrder = (resolveIn: readonly (number | undefined)[]): ((at: number) => boolean) => {
  let last = -1;
  const lastBefore = resolveIn.map((place) => {
    const before = last;
    last = Math.max(last, place ?? -1);
    return before;
  });
  let first = Infinity;
  const firstFrom = resolveIn
    .toReversed()
    .map((place) => (first = Math.min(first, place ?? Infinity)))
    .toReversed();
  return (at) => resolveIn[at] !== undefined && resolveIn[at] === firstFrom[at] && (lastBefore[at] ?? 0) < (firstFrom[at] ?? 0);
};
