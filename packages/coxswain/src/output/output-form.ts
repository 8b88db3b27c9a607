import type { PreservedSection } from "../context/index.ts";
import type { Fold } from "../log/index.ts";
import { isRunEnd, isRunStart, type JsonSchema } from "../loop/index.ts";
import { formText } from "./output-messages.ts";

/** The form that the run's answer is to have which goes on. */
export const outputForm: Fold<JsonSchema | null> = {
  name: "output_form",
  initial: null,
  apply(state, entry) {
    if (isRunStart(entry)) return entry.options?.output?.schema ?? null;
    return isRunEnd(entry) ? null : state;
  },
};

/** A summary may lose what the form is. */
export const carryOutputForm = (facts: <State>(fold: Fold<State>) => State): PreservedSection | undefined => {
  const schema = facts(outputForm);
  return schema === null ? undefined : { name: "output", text: formText(schema) };
};
