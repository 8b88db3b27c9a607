import type { Entry } from "../log/index.ts";
import type { ModelInfo } from "../model/index.ts";
import { reachBack, readConversation } from "./conversation.ts";
import { Edits } from "./edits.ts";
import { type ConversationMessage, type Facts, NOTHING_SETTLED, type ReasoningPolicy, type Settled } from "./invariant.ts";
import { INVARIANTS } from "./invariants/index.ts";
import type { Quarantine } from "./repair-entry.ts";

export interface ProjectOptions {
  /** The model that is asked. */
  readonly model: ModelInfo;
  /** The run that goes on; absent between runs. */
  readonly runId?: string | undefined;
  /** Default: `run`. */
  readonly reasoning?: ReasoningPolicy | undefined;
  /** What is left out besides what the path's repairs say: to see whether a provider takes the rest. */
  readonly without?: readonly Quarantine[] | undefined;
  /** One for the session's life keeps the objects of changed messages the same from request to request. */
  readonly edits?: Edits | undefined;
}

/**
 * The history that a model is sent: a pure function of the log's active path, valid for every provider whatever the log
 * holds, in time linear in the path. A message that needs no change is the very object of its entry.
 */
export const project = (path: readonly Entry[], options: ProjectOptions): readonly ConversationMessage[] => {
  const { messages, facts } = read(path, options, NOTHING_SETTLED);
  return INVARIANTS.reduce((told, invariant) => invariant.enforce(told, facts), messages);
};

/**
 * What the entries after a projected path add to its projection, in time linear in these entries. Undefined when that
 * cannot be told from them alone, and the longer path is to be projected as a whole.
 */
export const projectMore = (
  settled: Settled,
  entries: readonly Entry[],
  options: ProjectOptions,
): readonly ConversationMessage[] | undefined => {
  if (reachBack(entries)) return undefined;
  const { messages, facts } = read(entries, options, settled);
  let told = messages;
  for (const invariant of INVARIANTS) {
    if (invariant.mayFollow?.(told) === false) return undefined;
    told = invariant.enforce(told, facts);
  }
  return told;
};

const read = (
  entries: readonly Entry[],
  { model, runId, reasoning = "run", edits = new Edits(), without }: ProjectOptions,
  settled: Settled,
): { readonly messages: readonly ConversationMessage[]; readonly facts: Facts } => {
  const { messages, ...known } = readConversation(entries, { runId, edits, without });
  return { messages, facts: { model, reasoning, edits, settled, ...known } };
};

/** The places where a projected history may be cut in two: each is the index of the second half's first message. */
export const cuts = (messages: readonly ConversationMessage[]): readonly number[] =>
  messages.flatMap((_, at) => (at > 0 && INVARIANTS.every((invariant) => invariant.mayCut?.(messages, at) ?? true) ? [at] : []));
