import type { JsonSchema } from "../loop/index.ts";
import type { UserMessage } from "../model/index.ts";

/** Who says it: the messages are facts of the run, and none of them is the person's. */
export const OUTPUT_SOURCE = "output";

/** What the model is told of the form, once in a run. */
export const formText = (schema: JsonSchema): string =>
  [
    "[The form of your last answer in this run is given. Work as you would; then let your last message be one JSON value that fits this JSON Schema, and nothing else: no words before or after it, no fences.]",
    JSON.stringify(schema),
  ].join("\n");

export const formMessage = (schema: JsonSchema): UserMessage => message(formText(schema));

/** What the model is told of an answer that does not fit. */
export const repairMessage = (problems: readonly string[]): UserMessage =>
  message(
    [
      "[Your last message is not the JSON value that was asked for:]",
      ...problems.map((problem) => `- ${problem}`),
      "[Answer again with the whole JSON value that fits the JSON Schema, and nothing else.]",
    ].join("\n"),
  );

const message = (text: string): UserMessage => ({ role: "user", content: [{ type: "text", text }], source: OUTPUT_SOURCE });
