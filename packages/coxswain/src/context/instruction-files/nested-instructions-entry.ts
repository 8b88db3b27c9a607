import type { Entry } from "../../log/index.ts";

/** Files for agents of sub-folders are told at the end of a call's result, as its last part. It stands before the result. */
export interface NestedInstructionsEntry extends Entry {
  readonly type: "nested_instructions";
  readonly call: string;
  /** Absolute, links resolved. */
  readonly files: readonly string[];
}

/** A log from another hand may hold anything. */
export const isNestedInstructions = (entry: Entry): entry is NestedInstructionsEntry => {
  const { type, call, files } = entry as Partial<NestedInstructionsEntry>;
  return type === "nested_instructions" && typeof call === "string" && Array.isArray(files);
};
