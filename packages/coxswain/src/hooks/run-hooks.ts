import { errorText } from "../base/index.ts";
import type { HookAnswers, HookInputs, HookContext, HookOn, Block } from "./hook.ts";
import { canDeny, NO_REASON } from "./hook-events.ts";
import type { HookEvent } from "../loop/index.ts";

/** Combined result of an event's hooks. */
export interface HooksOutcome<E extends HookEvent> {
  /** The input after the hooks' changes. */
  readonly input: HookInputs[E];
  /** Messages of the hooks for the model. */
  readonly messages: readonly { readonly hook: string; readonly text: string }[];
  /** Denial or stop by one of the hooks. */
  readonly block?: Block;
}

export interface RunHooksContext extends HookContext {
  /** Called when a hook fails and the failure denies nothing. */
  readonly onFailure: (hook: string, error: unknown) => void;
}

/**
 * Runs hooks of an event in order; each receives the input as changed by the previous ones. The first hook that
 * denies or stops is the last to run. A hook that fails denies the event if it can be denied, unless the hook is not
 * `blocking`.
 */
export const runHooks = async <E extends HookEvent>(
  hooks: readonly HookOn<E>[],
  original: HookInputs[E],
  context: RunHooksContext,
): Promise<HooksOutcome<E>> => {
  const messages: { readonly hook: string; readonly text: string }[] = [];
  let input = original;
  for (const hook of hooks) {
    const { event, name, blocking = true } = hook;
    if (context.signal.aborted) break;
    try {
      // Copy the input for each hook, so that changes in place have no effect.
      const answer = validateAnswer(event, await hook.run(structuredClone(input), context));
      if (answer === undefined) continue;
      const { deny, stop, tell }: AnyAnswer = answer;
      if (canDeny(event) && isPresent(deny)) return { input, messages, block: { hook: name, reason: reasonOf(deny), stops: false } };
      if (isPresent(stop)) return { input, messages, block: { hook: name, reason: reasonOf(stop), stops: true } };
      input = CHANGES[event](input, answer);
      const text = isPresent(tell) ? asString("tell", tell) : "";
      if (text.trim() !== "") messages.push({ hook: name, text });
    } catch (error) {
      if (context.signal.aborted) break;
      if (canDeny(event) && blocking)
        return { input, messages, block: { hook: name, reason: `it failed: ${errorText(error)}`, stops: false } };
      context.onFailure(name, error);
    }
  }
  return { input, messages };
};

/** Fields of the answers of all events. Without a compiler they may have any type. */
interface AnyAnswer {
  readonly deny?: unknown;
  readonly stop?: unknown;
  readonly tell?: unknown;
}

type Change<E extends HookEvent> = (input: HookInputs[E], answer: HookAnswers[E]) => HookInputs[E];

const unchanged = <Input>(input: Input): Input => input;

const CHANGES: { readonly [E in HookEvent]: Change<E> } = {
  before_run: (input, { prompt, system }) => ({
    ...input,
    ...(isPresent(prompt) ? { prompt: asString("prompt", prompt) } : {}),
    ...(isPresent(system) ? { system: appendText(input.system, asString("system", system)) } : {}),
  }),
  turn_start: (input, { system }) => ({
    ...input,
    ...(isPresent(system) ? { system: appendText(input.system, asString("system", system)) } : {}),
  }),
  post_message: unchanged,
  pre_tool: (input, { input: changed, ask }) => ({
    ...input,
    ...(changed === undefined ? {} : { input: structuredClone(changed) }),
    ...(isPresent(ask) ? { ask: [...(input.ask === undefined ? [] : [input.ask]), asString("ask", ask)].join("; ") } : {}),
  }),
  post_tool: unchanged,
  turn_end: unchanged,
  pre_compact: (input, { instructions, summary }) => ({
    ...input,
    ...(isPresent(instructions) ? { instructions: appendText(input.instructions, asString("instructions", instructions)) } : {}),
    ...(isPresent(summary) ? { summary: asString("summary", summary) } : {}),
  }),
  run_end: unchanged,
};

const appendText = (before: string | undefined, added: string): string => (before === undefined ? added : `${before}\n\n${added}`);

/** Returns whether a field is present. A hook may use `false` or `null` for an absent value. */
const isPresent = (value: unknown): boolean => value !== undefined && value !== null && value !== false;

/**
 * Returns a field as a string.
 * @throws when it is not a string: the hook's answer is invalid.
 */
const asString = (name: string, value: unknown): string => {
  if (typeof value === "string") return value;
  throw new Error(`"${name}" in its answer must be a string`);
};

const reasonOf = (reason: unknown): string => (typeof reason === "string" && reason.trim() !== "" ? reason.trim() : NO_REASON);

/** Allowed fields of an answer. */
const ANSWER_FIELDS: { readonly [E in HookEvent]: readonly (keyof NonNullable<HookAnswers[E]> & string)[] } = {
  before_run: ["deny", "prompt", "system"],
  turn_start: ["system", "tell", "stop"],
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
const validateAnswer = <E extends HookEvent>(event: E, answer: unknown): HookAnswers[E] | undefined => {
  if (answer === undefined || answer === null || answer === false) return undefined;
  if (typeof answer !== "object" || Array.isArray(answer)) throw new Error("its answer must be an object");
  const fields: readonly string[] = ANSWER_FIELDS[event];
  const unknown = Object.keys(answer).find((name) => !fields.includes(name));
  if (unknown !== undefined) throw new Error(`its answer has an unknown field "${unknown}"; ${event} supports ${describeFields(fields)}`);
  // The field names are valid; callers validate the values.
  return answer as HookAnswers[E];
};

const describeFields = (names: readonly string[]): string => (names.length === 0 ? "no fields" : names.join(", "));
