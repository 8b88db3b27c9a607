import type { HookAnswers } from "./hook-answer.ts";
import type { HookEvent } from "../loop/index.ts";

/** Allowed fields of an answer. */
const FIELDS: { readonly [E in HookEvent]: readonly (keyof NonNullable<HookAnswers[E]> & string)[] } = {
  before_run: ["deny", "prompt", "system"],
  turn_start: ["tell", "stop"],
  post_message: ["tell", "stop"],
  pre_tool: ["deny", "stop", "input", "ask", "tell"],
  post_tool: ["tell", "stop"],
  turn_end: ["tell", "stop"],
  pre_compact: ["deny", "instructions", "summary"],
  run_end: [],
};

/**
 * Validates the answer of a hook, since commands and some functions have no compiler. `false` and `null` count as no
 * answer, as in `isBad && { deny }`.
 * @throws when it is invalid: a misspelled denial must not allow anything.
 */
export const knownAnswer = <E extends HookEvent>(event: E, answer: unknown): HookAnswers[E] | undefined => {
  if (answer === undefined || answer === null || answer === false) return undefined;
  if (typeof answer !== "object" || Array.isArray(answer)) throw new Error("its answer has to be an object");
  const fields: readonly string[] = FIELDS[event];
  const stranger = Object.keys(answer).find((name) => !fields.includes(name));
  if (stranger !== undefined) throw new Error(`its answer has a field "${stranger}", and at ${event} ${known(fields)}`);
  // The field names are valid; callers validate the values.
  return answer as HookAnswers[E];
};

const known = (names: readonly string[]): string => (names.length === 0 ? "nothing can be said" : `there are only ${names.join(", ")}`);
