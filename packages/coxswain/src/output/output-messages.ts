import { type JsonSchema, isRunEnd, isRunStart } from "../loop/index.ts";
import type { UserMessage } from "../model/index.ts";
import type { PreservedSection } from "../context/index.ts";
import type { Fold } from "../log/index.ts";

/** Source of these messages: the run adds them, not the user. */
export const OUTPUT_SOURCE = "output";

/** Formats the message that gives the model the schema, once in a run. */
const schemaText = (schema: JsonSchema): string =>
  [
    "[Your last message in this run must be one JSON value that matches the JSON Schema below. Work as usual first. The last message contains only the JSON value: no other text, no code fences.]",
    JSON.stringify(schema),
  ].join("\n");

export const schemaMessage = (schema: JsonSchema): UserMessage => message(schemaText(schema));

/** Creates the message that reports an invalid answer to the model. */
export const repairMessage = (problems: readonly string[]): UserMessage =>
  message(
    [
      "[Your last message does not match the requested JSON Schema:]",
      ...problems.map((problem) => `- ${problem}`),
      "[Answer again with the whole JSON value that matches the JSON Schema, and nothing else.]",
    ].join("\n"),
  );

const message = (text: string): UserMessage => ({ role: "user", content: [{ type: "text", text }], source: OUTPUT_SOURCE });

/** The output schema of the active run. */
export const activeOutputSchema: Fold<JsonSchema | null> = {
  name: "output_form",
  initial: null,
  apply(state, entry) {
    if (isRunStart(entry)) return entry.options?.output?.schema ?? null;
    return isRunEnd(entry) ? null : state;
  },
};

/** Preserves the schema on compaction, because a summary may lose it. */
export const preserveOutputSchema = (facts: <State>(fold: Fold<State>) => State): PreservedSection | undefined => {
  const schema = facts(activeOutputSchema);
  return schema === null ? undefined : { name: "output", text: schemaText(schema) };
};
