import type { Fold } from "../../log/index.ts";
import { nestedInstructionsState } from "./nested-instructions-state.ts";

/**
 * Returns the section that a compaction preserves word for word. Undefined when the model has seen no nested
 * instructions.
 */
export const preservedInstructions = (
  facts: <State>(fold: Fold<State>) => State,
): { readonly name: string; readonly text: string } | undefined => {
  const { told } = facts(nestedInstructionsState);
  return told.length === 0 ? undefined : { name: "instructions", text: told.map(({ text }) => text).join("\n\n") };
};
