import type { ModelInfo, ModelRequest, ToolCallPart } from "../model/index.ts";
import type { Edits } from "./edits.ts";

/** A message as a model is sent it. */
export type ConversationMessage = ModelRequest["messages"][number];

/** Which reasoning goes back: none, that of the run that goes on, or all that the same model wrote. */
export type ReasoningPolicy = "never" | "run" | "sameModel";

/** What invariants have to know besides the messages. */
export interface Facts {
  /** The model that is asked. */
  readonly model: ModelInfo;
  readonly reasoning: ReasoningPolicy;
  /** The assistant's messages of the run that goes on. */
  readonly running: ReadonlySet<ConversationMessage>;
  /** Whether a call had begun, so that it may have had effects. */
  readonly started: (call: ToolCallPart) => boolean;
  readonly edits: Edits;
  /** What goes before these messages, and stays as it is. */
  readonly settled: Settled;
}

/** Projected messages, in which all invariants hold. */
export interface Settled {
  readonly messages: readonly ConversationMessage[];
  /** The ids of the calls in them. */
  readonly callIds: ReadonlySet<string>;
}

export const NOTHING_SETTLED: Settled = { messages: [], callIds: new Set() };

/** Something that is true of every history that a model is sent. */
export interface Invariant {
  readonly name: string;
  /**
   * Makes it true. Takes a history for which the invariants before it in the list hold, and keeps them true. A message
   * that need not change stays the same object, and what becomes of a message depends on none that come after it, so
   * that the prompt's prefix stays as it was; what differs from that says so.
   */
  enforce(messages: readonly ConversationMessage[], facts: Facts): readonly ConversationMessage[];
  /**
   * Whether these messages can be enforced by themselves after any that are settled: what becomes of the ones does not
   * depend on the others, but for what the facts say of them. Absent: always.
   */
  mayFollow?(messages: readonly ConversationMessage[]): boolean;
  /** Whether it stays true of both halves when the history is cut before `messages[at]`. Absent: anywhere. */
  mayCut?(messages: readonly ConversationMessage[], at: number): boolean;
}
