import { UnknownNameError } from "../argv/index.ts";
import type { CommandArguments, SESSIONS } from "../commands/index.ts";
import type { ExitCode, ProcessContext } from "../process/index.ts";
import { ACTIONS, INDEX_ACTIONS } from "./actions/index.ts";

/** `cox sessions`. */
export const sessionsAction = async (
  { values, positionals: [name = "list", ...rest] }: CommandArguments<typeof SESSIONS>,
  surroundings: ProcessContext,
): Promise<ExitCode> => {
  const fromIndex = INDEX_ACTIONS.get(name);
  if (fromIndex !== undefined) return (await fromIndex())({ values, rest, surroundings });
  const load = ACTIONS.get(name);
  if (load === undefined) throw new UnknownNameError("action", name, [...INDEX_ACTIONS.keys(), ...ACTIONS.keys()]);
  const action = await load();
  const { sessionAccess } = await import("./session-access.ts");
  const shelf = sessionAccess(surroundings);
  try {
    return await action({ ...shelf, values, rest, surroundings });
  } finally {
    await shelf.runtime.close();
  }
};
