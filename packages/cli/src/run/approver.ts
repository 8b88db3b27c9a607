import type { Ask, ToolSource } from "coxswain";

/** The user or program that answers questions while a task runs. */
export interface Approver {
  /** Asks for a permission. */
  readonly ask: Ask;
  /** Tools that need an answer. Other approvers do not offer them to the model. */
  readonly tools: readonly ToolSource[];
}
