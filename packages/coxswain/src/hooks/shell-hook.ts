import type { Hook, HookContext, HookOn, HookInputs } from "./hook.ts";
import type { HookEvent } from "../loop/index.ts";
import { answerOfBlock, commandName, type HookCommand, runHookCommand, parseOutput } from "./hook-command.ts";

/** Hook that runs a command. */
export interface ShellHook extends Pick<HookOn<HookEvent>, "event" | "tools" | "blocking">, HookCommand {
  /** Default: the beginning of the command. */
  readonly name?: string;
}

/**
 * Creates a hook that runs a command in the session's folder. The command receives the input of a hook function as JSON
 * on its standard input, with the names `session_id`, `cwd`, `hook_event_name`, `tool_name`, `tool_input` and so on.
 * Exit code 0: its standard output may contain its answer as a JSON object. Exit code 2 blocks, with its standard error
 * as the reason. Any other code, a timeout and an invalid answer are failures.
 */
export const shellHook = ({ event, name, command, tools, blocking, ...how }: ShellHook): Hook => {
  const run = async <E extends HookEvent>(at: E, input: HookInputs[E], context: HookContext) => {
    const ended = await runHookCommand({ command, ...how }, toHookJson(at, input), context);
    return ended.kind === "blocked" ? answerOfBlock(at, ended.reason) : parseOutput(ended.output);
  };
  const hook = {
    event,
    name: name ?? commandName(command),
    ...(tools === undefined ? {} : { tools }),
    ...(blocking === undefined ? {} : { blocking }),
    run: (input: HookInputs[HookEvent], context: HookContext) => run(event, input, context),
  };
  // The hook runs at its own event only, which its type cannot express.
  return hook as Hook;
};

/**
 * Converts the input of a hook to JSON for commands, with the field names that hooks of other agents use, and others in
 * the same style.
 */
const toHookJson = <E extends HookEvent>(event: E, input: HookInputs[E]): Readonly<Record<string, unknown>> => ({
  hook_event_name: event,
  ...Object.fromEntries(
    Object.entries(input).map(([name, value]: readonly [string, unknown]) => [JSON_NAMES[name] ?? snakeCase(name), value]),
  ),
});

const JSON_NAMES: Readonly<Record<string, string>> = {
  tool: "tool_name",
  input: "tool_input",
  effect: "tool_effect",
  result: "tool_result",
  callId: "tool_call_id",
};

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
