import type { Fold } from "../../log/index.ts";
import { isMessage } from "../../loop/index.ts";
import type { ToolMessage } from "../../model/index.ts";
import { isReset } from "../reset-entry.ts";
import { isNestedInstructions } from "./nested-instructions-entry.ts";

/** Which files for agents of sub-folders the model was told since the conversation began. A compaction carries them on. */
export interface NestedInstructionsState {
  readonly told: readonly { readonly files: readonly string[]; readonly text: string }[];
  /** Files by the call whose result is to tell them, until it stands in the log. */
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

/** Where it begins, what is told can be known from what a tool wrote. */
export const NESTED_HEAD =
  "[Instructions for what lies in these folders, from files for agents in them. This comes from Coxswain, not from the tool.]";

/** Nothing where the call was cancelled or its result could not be kept: what it was to tell is told another time. */
const toldIn = ({ content }: ToolMessage): string | undefined => {
  const last = Array.isArray(content) ? content.at(-1) : undefined;
  return last?.type === "text" && last.text.startsWith(NESTED_HEAD) ? last.text : undefined;
};
