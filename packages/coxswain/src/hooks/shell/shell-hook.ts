import type { Hook, HookContext, HookOn } from "../hook.ts";
import type { HookInputs } from "../hook-input.ts";
import type { HookEvent } from "../../loop/index.ts";
import { blocked } from "./blocked.ts";
import { commandName } from "./command-name.ts";
import { type HookCommand, runHookCommand } from "./hook-command.ts";
import { hookJson } from "./hook-json.ts";
import { parseOutput } from "./parse-output.ts";

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
    const ended = await runHookCommand({ command, ...how }, hookJson(at, input), context);
    return ended.kind === "blocked" ? blocked(at, ended.reason) : parseOutput(ended.output);
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
