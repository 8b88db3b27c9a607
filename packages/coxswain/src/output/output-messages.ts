import type { JsonSchema } from "../loop/index.ts";
import type { UserMessage } from "../model/index.ts";

/** Source of these messages: the run adds them, not the user. */
export const OUTPUT_SOURCE = "output";

/** Formats the message that gives the model the schema, once in a run. */
export const formText = (schema: JsonSchema): string =>
  [
    "[The form of your last answer in this run is given. Work as you would; then let your last message be one JSON value that fits this JSON Schema, and nothing else: no words before or after it, no fences.]",
    JSON.stringify(schema),
  ].join("\n");

export const formMessage = (schema: JsonSchema): UserMessage => message(formText(schema));

/** Creates the message that reports an invalid answer to the model. */
export const repairMessage = (problems: readonly string[]): UserMessage =>
  message(
    [
      "[Your last message is not the JSON value that was asked for:]",
      ...problems.map((problem) => `- ${problem}`),
      "[Answer again with the whole JSON value that fits the JSON Schema, and nothing else.]",
    ].join("\n"),
  );

const message = (text: string): UserMessage => ({ role: "user", content: [{ type: "text", text }], source: OUTPUT_SOURCE });
