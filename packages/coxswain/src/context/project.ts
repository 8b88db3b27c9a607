import type { Entry } from "../log/index.ts";
import type { ModelInfo } from "../model/index.ts";
import { affectsEarlier, conversationOf } from "./conversation.ts";
import { Edits } from "./edits.ts";
import { type ConversationMessage, type Facts, NOTHING_SETTLED, type ReasoningPolicy, type Settled } from "./invariant.ts";
import { INVARIANTS } from "./invariants/index.ts";
import type { Quarantine } from "./entries.ts";

export interface ProjectOptions {
  /** The model that receives the request. */
  readonly model: ModelInfo;
  /** The active run; absent between runs. */
  readonly runId?: string | undefined;
  /** Default: `run`. */
  readonly reasoning?: ReasoningPolicy | undefined;
  /** Items to omit in addition to the path's repairs, to test whether a provider accepts the rest. */
  readonly without?: readonly Quarantine[] | undefined;
  /** Use one instance per session, so that a changed message is the same object in every request. */
  readonly edits?: Edits | undefined;
}

/**
 * Returns the history to send to a model: a pure function of the log's active path. The result is valid for every
 * provider, whatever the log contains, and takes time linear in the path. A message that needs no change is the same
 * object as in its entry.
 */
export const project = (path: readonly Entry[], options: ProjectOptions): readonly ConversationMessage[] => {
  const { messages, facts } = read(path, options, NOTHING_SETTLED);
  return INVARIANTS.reduce((projected, invariant) => invariant.enforce(projected, facts), messages);
};

/**
 * Returns the messages that new entries add to a projection, in time linear in these entries. Undefined when the new
 * entries alone do not determine them; project the whole path then.
 */
export const projectMore = (
  settled: Settled,
  entries: readonly Entry[],
  options: ProjectOptions,
): readonly ConversationMessage[] | undefined => {
  if (affectsEarlier(entries)) return undefined;
  const { messages, facts } = read(entries, options, settled);
  let projected = messages;
  for (const invariant of INVARIANTS) {
    if (invariant.mayFollow?.(projected) === false) return undefined;
    projected = invariant.enforce(projected, facts);
  }
  return projected;
};

const read = (
  entries: readonly Entry[],
  { model, runId, reasoning = "run", edits = new Edits(), without }: ProjectOptions,
  settled: Settled,
): { readonly messages: readonly ConversationMessage[]; readonly facts: Facts } => {
  const { messages, ...rest } = conversationOf(entries, { runId, edits, without });
  return { messages, facts: { model, reasoning, edits, settled, ...rest } };
};

/**
 * Returns the indexes at which a projected history may be cut in two. Each is the index of the second half's first
 * message.
 */
export const cuts = (messages: readonly ConversationMessage[]): readonly number[] =>
  messages.flatMap((_, at) => (at > 0 && INVARIANTS.every((invariant) => invariant.mayCut?.(messages, at) ?? true) ? [at] : []));
