import type { ModelInfo, ModelRequest, ToolCallPart } from "../model/index.ts";
import type { Edits } from "./edits.ts";

/** A message in the form that the model receives. */
export type ConversationMessage = ModelRequest["messages"][number];

/**
 * Reasoning to send back to the model that wrote it: none, that of the active run and what its provider demands of earlier
 * ones, or all. Nothing is sent to a provider that refuses it.
 */
export type ReasoningPolicy = "never" | "run" | "sameModel";

/** The context that invariants need in addition to the messages. */
export interface Facts {
  /** The model that receives the request. */
  readonly model: ModelInfo;
  readonly reasoning: ReasoningPolicy;
  /** The assistant messages of the active run. */
  readonly running: ReadonlySet<ConversationMessage>;
  /** Returns whether a call was started, so that it may have had effects. */
  readonly started: (call: ToolCallPart) => boolean;
  readonly edits: Edits;
  /** The messages before these, which do not change. */
  readonly settled: Settled;
}

/** Projected messages that satisfy all invariants. */
export interface Settled {
  readonly messages: readonly ConversationMessage[];
  /** The ids of their tool calls. */
  readonly callIds: ReadonlySet<string>;
}

export const NOTHING_SETTLED: Settled = { messages: [], callIds: new Set() };

/** A property of every history sent to a model. */
export interface Invariant {
  readonly name: string;
  /**
   * Establishes the property. The input satisfies the invariants earlier in the list, and the output must preserve
   * them. A message that needs no change stays the same object. A change of a message must not depend on later
   * messages, so that the prompt's prefix stays stable. Exceptions are documented.
   */
  enforce(messages: readonly ConversationMessage[], facts: Facts): readonly ConversationMessage[];
  /**
   * Returns whether these messages can be processed alone after any settled ones: the result does not depend on the
   * settled messages, except through the facts. Default: always.
   */
  mayFollow?(messages: readonly ConversationMessage[]): boolean;
  /**
   * Returns whether both halves keep the property when the history is cut before `messages[at]`. Default: everywhere.
   */
  mayCut?(messages: readonly ConversationMessage[], at: number): boolean;
}
