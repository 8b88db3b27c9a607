import type { HookAnswers } from "../hook-answer.ts";
import type { HookEvent } from "../hook-input.ts";
import { parseOutput } from "./parse-output.ts";

/** The fields that an answer may have; of those that are no text, any value. */
const FIELDS: Readonly<Record<HookEvent, Readonly<Record<string, "text" | "any">>>> = {
  before_run: { deny: "text", prompt: "text", system: "text" },
  turn_start: { tell: "text", stop: "text" },
  post_message: { tell: "text", stop: "text" },
  pre_tool: { deny: "text", stop: "text", input: "any", ask: "text" },
  post_tool: { tell: "text", stop: "text" },
  turn_end: { tell: "text", stop: "text" },
  pre_compact: { deny: "text", instructions: "text", summary: "text" },
  run_end: {},
};

/**
 * The answer that a command wrote: a JSON object, or nothing in any other words.
 * @throws when it begins as one and is none, or says what has no meaning: who misspells a denial has not allowed it.
 */
export const readAnswer = <E extends HookEvent>(event: E, output: string): HookAnswers[E] | undefined => {
  const answer = parseOutput(output);
  if (answer === undefined) return undefined;
  const fields = FIELDS[event];
  for (const [name, value] of Object.entries(answer)) {
    const kind = fields[name];
    if (kind === undefined) throw new Error(`its answer has a field "${name}", and at ${event} ${known(Object.keys(fields))}`);
    if (kind === "text" && typeof value !== "string") throw new Error(`"${name}" of its answer has to be a text`);
  }
  // Each field is one of this event's, and of the right kind.
  return answer as unknown as HookAnswers[E];
};

const known = (names: readonly string[]): string => (names.length === 0 ? "nothing can be said" : `there are only ${names.join(", ")}`);
