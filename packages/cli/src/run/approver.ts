import type { Ask, ToolSource } from "coxswain";

/** Whoever is there while a task is worked on. */
export interface Approver {
  /** Brings them what has to be allowed. */
  readonly ask: Ask;
  /** Tools for which they have to be there. Elsewhere no model is told of them. */
  readonly tools: readonly ToolSource[];
}
