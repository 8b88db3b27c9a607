import { credentials } from "coxswain/settings";
import { type Arguments, UnknownNameError } from "../argv/index.ts";
import { configure, credentialsPath } from "../configuration/index.ts";
import type { AUTH_OPTIONS } from "../options/index.ts";
import type { ExitCode, ProcessContext } from "../process/index.ts";
import { ACTIONS } from "./actions/index.ts";

/** `cox auth`. */
export const authAction = async (
  { values, positionals: [name = "list", ...rest] }: Arguments<typeof AUTH_OPTIONS>,
  surroundings: ProcessContext,
): Promise<ExitCode> => {
  const action = ACTIONS.get(name);
  if (action === undefined) throw new UnknownNameError("action", name, [...ACTIONS.keys()]);
  const { env, cwd } = surroundings;
  const configuration = await configure({ env, cwd });
  return action({ configuration, kept: credentials(credentialsPath(configuration.home)), values, rest, surroundings });
};
