import type { PreservedSection } from "../context/index.ts";
import type { Fold } from "../log/index.ts";
import { isRunEnd, isRunStart, type JsonSchema } from "../loop/index.ts";
import { formText } from "./output-messages.ts";

/** The output schema of the active run. */
export const outputForm: Fold<JsonSchema | null> = {
  name: "output_form",
  initial: null,
  apply(state, entry) {
    if (isRunStart(entry)) return entry.options?.output?.schema ?? null;
    return isRunEnd(entry) ? null : state;
  },
};

/** Preserves the schema on compaction, because a summary may lose it. */
export const carryOutputForm = (facts: <State>(fold: Fold<State>) => State): PreservedSection | undefined => {
  const schema = facts(outputForm);
  return schema === null ? undefined : { name: "output", text: formText(schema) };
};
