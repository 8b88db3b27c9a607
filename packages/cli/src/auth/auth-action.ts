import { credentials } from "coxswain/settings";
import { UnknownNameError } from "../argv/index.ts";
import { configure, credentialsPath } from "../configuration/index.ts";
import type { CommandArguments, AUTH } from "../commands/index.ts";
import type { ExitCode, ProcessContext } from "../process/index.ts";
import { ACTIONS } from "./actions/index.ts";

/** `cox auth`. */
export const authAction = async (
  { values, positionals: [name = "list", ...rest] }: CommandArguments<typeof AUTH>,
  surroundings: ProcessContext,
): Promise<ExitCode> => {
  const action = ACTIONS.get(name);
  if (action === undefined) throw new UnknownNameError("action", name, [...ACTIONS.keys()]);
  const { env, cwd } = surroundings;
  const configuration = await configure({ env, cwd });
  return action({ configuration, credentials: credentials(credentialsPath(configuration.home)), values, rest, surroundings });
};
