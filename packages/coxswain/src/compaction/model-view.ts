import type { Entry } from "../log/index.ts";
import type { MessageEntry } from "../loop/index.ts";
import { type ConversationMessage, cuts, Edits, project, type ProjectOptions, saidBy, toldOn } from "../context/index.ts";

/** A message as the model is told it, and whose it is. */
export interface ToldMessage {
  readonly message: ConversationMessage;
  /** What it was made of; undefined for what a rule put there. */
  readonly entry: Entry | undefined;
  /** The run that the entry belongs to. */
  readonly run: string | undefined;
}

export interface ToldMessages {
  readonly told: readonly ToldMessage[];
  /**
   * The places where it may be cut in two so that each entry stays with its own half: before the message there. Only before
   * messages that have an entry.
   */
  readonly cuts: readonly number[];
}

/** What a path tells a model now, message by message. */
export const toldMessages = (path: readonly Entry[], options: Omit<ProjectOptions, "edits" | "without">): ToldMessages => {
  const edits = new Edits();
  const messages = project(path, { ...options, edits });
  const entries = toldOn(path);
  const places = new Map<object, number>();
  for (const [at, entry] of entries.entries()) {
    const said = saidBy(entry, edits);
    // What is made of an entry is found back to the entry.
    if (said !== undefined) places.set(said, at).set(entry, at);
  }
  const placeOf = messages.map((message) => places.get(edits.origin(message)));
  const told = messages.map((message, at): ToldMessage => {
    const place = placeOf[at];
    const entry = place === undefined ? undefined : entries[place];
    return { message, entry, run: (entry as Partial<MessageEntry> | undefined)?.run };
  });
  return { told, cuts: cuts(messages).filter(inOrder(placeOf)) };
};

/** Whether no entry from before a cut comes after one from behind it: a rule may have moved a late result to its call. */
const inOrder = (placeOf: readonly (number | undefined)[]): ((at: number) => boolean) => {
  let last = -1;
  const lastBefore = placeOf.map((place) => {
    const before = last;
    last = Math.max(last, place ?? -1);
    return before;
  });
  let first = Infinity;
  const firstFrom = placeOf
    .toReversed()
    .map((place) => (first = Math.min(first, place ?? Infinity)))
    .toReversed();
  return (at) => placeOf[at] !== undefined && placeOf[at] === firstFrom[at] && (lastBefore[at] ?? 0) < (firstFrom[at] ?? 0);
};
