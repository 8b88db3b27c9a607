import type { Entry } from "../../log/index.ts";

/** Records that a call's result ends with the instruction files of sub-folders. This entry precedes the result. */
export interface NestedInstructionsEntry extends Entry {
  readonly type: "nested_instructions";
  readonly call: string;
  /** Absolute, with links resolved. */
  readonly files: readonly string[];
}

/** Validates the fields as well: a log written by another program may contain anything. */
export const isNestedInstructions = (entry: Entry): entry is NestedInstructionsEntry => {
  const { type, call, files } = entry as Partial<NestedInstructionsEntry>;
  return type === "nested_instructions" && typeof call === "string" && Array.isArray(files);
};
