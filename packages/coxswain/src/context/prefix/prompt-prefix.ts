import type { ToolSpec } from "../../model/index.ts";
import type { ConversationMessage } from "../invariant.ts";
import type { Section } from "../section.ts";

/** A request in the order in which a provider's cache reads it: tools, system prompt, conversation. */
export interface PromptPrefix {
  readonly tools: readonly ToolSpec[];
  /** Named sections, or plain strings as in a model request. */
  readonly system: readonly (string | Pick<Section, "name" | "text">)[];
  readonly messages: readonly ConversationMessage[];
}

/** One piece of a request. */
export interface PrefixSegment {
  readonly part: "tools" | "system" | "messages";
  /** Index within its part, from 0. */
  readonly at: number;
  /** Name of the tool or section, or role of the message. For an unnamed section, the start of its text. */
  readonly name: string;
}

/** The first piece that differs from the previous request. */
export interface PrefixBreak {
  readonly segment: PrefixSegment;
  readonly change: "changed" | "added" | "removed";
}
