import type { HookInputs } from "../hook-input.ts";
import type { HookEvent } from "../../loop/index.ts";

/**
 * Converts the input of a hook to JSON for commands, with the field names that hooks of other agents use, and others in
 * the same style.
 */
export const hookJson = <E extends HookEvent>(event: E, input: HookInputs[E]): Readonly<Record<string, unknown>> => ({
  hook_event_name: event,
  ...Object.fromEntries(Object.entries(input).map(([name, value]: readonly [string, unknown]) => [NAMES[name] ?? snake(name), value])),
});

const NAMES: Readonly<Record<string, string>> = {
  tool: "tool_name",
  input: "tool_input",
  effect: "tool_effect",
  result: "tool_result",
  callId: "tool_call_id",
};

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
