import type { Entry } from "../log/index.ts";
import type { ModelInfo } from "../model/index.ts";
import { readConversation } from "./conversation.ts";
import { Edits } from "./edits.ts";
import type { ConversationMessage, ReasoningPolicy } from "./invariant.ts";
import { INVARIANTS } from "./invariants/index.ts";
import { sinceReset } from "./reset-entry.ts";

export interface ProjectOptions {
  /** The model that is asked. */
  readonly model: ModelInfo;
  /** The run that goes on; absent between runs. */
  readonly runId?: string | undefined;
  /** Default: `run`. */
  readonly reasoning?: ReasoningPolicy | undefined;
  /** One for the session's life keeps the objects of changed messages the same from request to request. */
  readonly edits?: Edits | undefined;
}

/**
 * The history that a model is sent: a pure function of the log's active path, valid for every provider whatever the log
 * holds, in time linear in the path. A message that needs no change is the very object of its entry.
 */
export const project = (path: readonly Entry[], options: ProjectOptions): readonly ConversationMessage[] => {
  const { model, runId, reasoning = "run", edits = new Edits() } = options;
  const { messages, ...known } = readConversation(sinceReset(path), runId, edits);
  const facts = { model, reasoning, edits, ...known };
  return INVARIANTS.reduce((told, invariant) => invariant.enforce(told, facts), messages);
};

/** The places where a projected history may be cut in two: each is the index of the second half's first message. */
export const cuts = (messages: readonly ConversationMessage[]): readonly number[] =>
  messages.flatMap((_, at) => (at > 0 && INVARIANTS.every((invariant) => invariant.mayCut?.(messages, at) ?? true) ? [at] : []));
