import type { Fold } from "../../log/index.ts";
import { nestedInstructionsState } from "./nested-instructions-state.ts";

/** What goes through a compaction word for word; undefined when nothing was told. */
export const carryNestedInstructions = (
  facts: <State>(fold: Fold<State>) => State,
): { readonly name: string; readonly text: string } | undefined => {
  const { told } = facts(nestedInstructionsState);
  return told.length === 0 ? undefined : { name: "instructions", text: told.map(({ text }) => text).join("\n\n") };
};
