import type { HookInputs } from "../hook-input.ts";
import type { HookEvent } from "../../loop/index.ts";

/** What a hook is told, as commands read it: the names that hooks of other agents know, and the others in their manner. */
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
