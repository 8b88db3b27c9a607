import type { Fold } from "../../log/index.ts";
import { isMessage } from "../../loop/index.ts";
import type { ToolMessage } from "../../model/index.ts";
import { isReset } from "../reset-entry.ts";
import { isNestedInstructions } from "./nested-instructions-entry.ts";

/** Nested instruction files that the model has seen since the conversation started. Compactions preserve them. */
export interface NestedInstructionsState {
  readonly told: readonly { readonly files: readonly string[]; readonly text: string }[];
  /** Files by call id, until the result that contains them is in the log. */
  readonly coming: Readonly<Record<string, readonly string[]>>;
}

export const nestedInstructionsState: Fold<NestedInstructionsState> = {
  name: "nested_instructions",
  initial: { told: [], coming: {} },
  apply(state, entry) {
    if (isReset(entry)) return nestedInstructionsState.initial;
    if (isNestedInstructions(entry)) return { ...state, coming: { ...state.coming, [entry.call]: entry.files } };
    if (!isMessage(entry) || entry.message?.role !== "tool") return state;
    const { [entry.message.callId]: files, ...coming } = state.coming;
    if (files === undefined) return state;
    const text = toldIn(entry.message);
    return text === undefined ? { ...state, coming } : { told: [...state.told, { files, text }], coming };
  },
};

/** Start of the part with nested instructions, which distinguishes it from tool output. */
export const NESTED_HEAD =
  "[Instructions for the content of these folders, from instruction files in them. This text is from Coxswain, not from the tool.]";

/**
 * Returns undefined when the call was cancelled or its result could not be stored. A later result repeats the files
 * then.
 */
const toldIn = ({ content }: ToolMessage): string | undefined => {
  const last = Array.isArray(content) ? content.at(-1) : undefined;
  return last?.type === "text" && last.text.startsWith(NESTED_HEAD) ? last.text : undefined;
};
