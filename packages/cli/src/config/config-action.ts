import { type Arguments, UnknownNameError } from "../argv/index.ts";
import type { CONFIG_OPTIONS } from "../options/index.ts";
import type { ExitCode, Surroundings } from "../process/index.ts";
import { ACTIONS } from "./actions/index.ts";

/** `cox config`. */
export const configAction = async (
  { values, positionals: [name = "list", ...rest] }: Arguments<typeof CONFIG_OPTIONS>,
  surroundings: Surroundings,
): Promise<ExitCode> => {
  const action = ACTIONS.get(name);
  if (action === undefined) throw new UnknownNameError("action", name, [...ACTIONS.keys()]);
  return action({ values, rest, surroundings });
};
