import { type Arguments, UnknownNameError, UsageError } from "../argv/index.ts";
import type { CONFIG_OPTIONS } from "../options/index.ts";
import type { ExitCode, ProcessContext } from "../process/index.ts";
import { ACTIONS } from "./actions/index.ts";

/** `cox config`. */
export const configAction = async (
  { values, positionals: [name = "list", ...rest] }: Arguments<typeof CONFIG_OPTIONS>,
  surroundings: ProcessContext,
): Promise<ExitCode> => {
  const action = ACTIONS.get(name);
  if (action === undefined) throw new UnknownNameError("action", name, [...ACTIONS.keys()]);
  if (values.project === true && !OF_FILE.has(name))
    throw new UsageError(`--project is for ${[...OF_FILE].join(", ")}: ${name} is of what holds`);
  return action({ values, rest, surroundings });
};

/** What is done to a file of settings, and not to what they all come to. */
const OF_FILE: ReadonlySet<string> = new Set(["set", "unset", "path"]);
