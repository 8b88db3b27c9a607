import type { ToolSpec } from "../../model/index.ts";
import type { ConversationMessage } from "../invariant.ts";
import type { Section } from "../section.ts";

/** A request as a provider's cache reads it: from its beginning, tools first, then the system prompt, then the conversation. */
export interface PromptPrefix {
  readonly tools: readonly ToolSpec[];
  /** Named sections, or texts alone, as a model is asked. */
  readonly system: readonly (string | Pick<Section, "name" | "text">)[];
  readonly messages: readonly ConversationMessage[];
}

/** One piece of a request. */
export interface PrefixSegment {
  readonly part: "tools" | "system" | "messages";
  /** Its place in its part, from 0. */
  readonly at: number;
  /** The tool's, the section's, or the role of the message; of a section without a name, how its text begins. */
  readonly name: string;
}

/** The first piece in which a request differs from how the one before began. */
export interface PrefixBreak {
  readonly segment: PrefixSegment;
  readonly change: "changed" | "added" | "removed";
}
