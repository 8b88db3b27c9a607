import { errorText } from "../base/index.ts";
import type { HookAnswers } from "./hook-answer.ts";
import { canDeny } from "./hook-events.ts";
import type { HookInputs } from "./hook-input.ts";
import type { HookEvent } from "../loop/index.ts";
import type { HookContext, HookOn } from "./hook.ts";
import { knownAnswer } from "./known-answer.ts";
import { matchesTool } from "./matches-tool.ts";
import { NO_REASON } from "./no-reason.ts";

/** Combined result of an event's hooks. */
export interface Heard<E extends HookEvent> {
  /** The input after the hooks' changes. */
  readonly input: HookInputs[E];
  /** Messages of the hooks for the model. */
  readonly tells: readonly { readonly hook: string; readonly text: string }[];
  /** Denial or stop by one of the hooks. */
  readonly block?: Block;
}

export interface Block {
  readonly hook: string;
  readonly reason: string;
  /** True if it ends the run. */
  readonly stops: boolean;
}

export interface Asking extends HookContext {
  /** Called when a hook fails and the failure denies nothing. */
  readonly onFailure: (hook: string, error: unknown) => void;
}

/**
 * Runs the hooks of an event in order; each receives the input as changed by the previous ones. The first hook that
 * denies or stops is the last to run. A hook that fails denies the event if it can be denied, unless the hook is not
 * `blocking`.
 */
export const askHooks = async <E extends HookEvent>(
  hooks: readonly HookOn<E>[],
  given: HookInputs[E],
  asking: Asking,
): Promise<Heard<E>> => {
  const tells: { readonly hook: string; readonly text: string }[] = [];
  let input = given;
  for (const hook of hooks) {
    const { event, name, tools, blocking = true } = hook;
    if (asking.signal.aborted) break;
    if (tools !== undefined && "tool" in input && !matchesTool(tools, input.tool)) continue;
    try {
      // Copy the input for each hook, so that changes in place have no effect.
      const answer = knownAnswer(event, await hook.run(structuredClone(input), asking));
      if (answer === undefined) continue;
      const { deny, stop, tell }: AnyAnswer = answer;
      if (canDeny(event) && isSaid(deny)) return { input, tells, block: { hook: name, reason: words(deny), stops: false } };
      if (isSaid(stop)) return { input, tells, block: { hook: name, reason: words(stop), stops: true } };
      input = CHANGES[event](input, answer);
      const text = isSaid(tell) ? asText("tell", tell) : "";
      if (text.trim() !== "") tells.push({ hook: name, text });
    } catch (error) {
      if (asking.signal.aborted) break;
      if (canDeny(event) && blocking)
        return { input, tells, block: { hook: name, reason: `it failed: ${errorText(error)}`, stops: false } };
      asking.onFailure(name, error);
    }
  }
  return { input, tells };
};

/** Fields of the answers of all events. Without a compiler they may have any type. */
interface AnyAnswer {
  readonly deny?: unknown;
  readonly stop?: unknown;
  readonly tell?: unknown;
}

type Change<E extends HookEvent> = (input: HookInputs[E], answer: HookAnswers[E]) => HookInputs[E];

const asItIs = <Input>(input: Input): Input => input;

const CHANGES: { readonly [E in HookEvent]: Change<E> } = {
  before_run: (input, { prompt, system }) => ({
    ...input,
    ...(isSaid(prompt) ? { prompt: asText("prompt", prompt) } : {}),
    ...(isSaid(system) ? { system: joined(input.system, asText("system", system)) } : {}),
  }),
  turn_start: asItIs,
  post_message: asItIs,
  pre_tool: (input, { input: changed, ask }) => ({
    ...input,
    ...(changed === undefined ? {} : { input: structuredClone(changed) }),
    ...(isSaid(ask) ? { ask: [...(input.ask === undefined ? [] : [input.ask]), asText("ask", ask)].join("; ") } : {}),
  }),
  post_tool: asItIs,
  turn_end: asItIs,
  pre_compact: (input, { instructions, summary }) => ({
    ...input,
    ...(isSaid(instructions) ? { instructions: joined(input.instructions, asText("instructions", instructions)) } : {}),
    ...(isSaid(summary) ? { summary: asText("summary", summary) } : {}),
  }),
  run_end: asItIs,
};

const joined = (before: string | undefined, added: string): string => (before === undefined ? added : `${before}\n\n${added}`);

/** Returns whether a field is present. A hook may use `false` or `null` for an absent value. */
const isSaid = (said: unknown): boolean => said !== undefined && said !== null && said !== false;

/**
 * Returns a field as a string.
 * @throws when it is not a string: the hook's answer is invalid.
 */
const asText = (name: string, said: unknown): string => {
  if (typeof said === "string") return said;
  throw new Error(`"${name}" of its answer has to be a text`);
};

const words = (reason: unknown): string => (typeof reason === "string" && reason.trim() !== "" ? reason.trim() : NO_REASON);
