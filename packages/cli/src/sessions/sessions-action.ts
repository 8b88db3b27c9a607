import { UnknownNameError } from "../argv/index.ts";
import type { CommandArguments, SESSIONS } from "../commands/index.ts";
import type { ExitCode, ProcessContext } from "../process/index.ts";
import { ACTIONS, INDEX_ACTIONS } from "./actions/index.ts";

/** `cox sessions`. */
export const sessionsAction = async (
  { values, positionals: [name = "list", ...rest] }: CommandArguments<typeof SESSIONS>,
  context: ProcessContext,
): Promise<ExitCode> => {
  const fromIndex = INDEX_ACTIONS.get(name);
  if (fromIndex !== undefined) return (await fromIndex())({ values, rest, context });
  const load = ACTIONS.get(name);
  if (load === undefined) throw new UnknownNameError("action", name, [...INDEX_ACTIONS.keys(), ...ACTIONS.keys()]);
  const action = await load();
  const { sessionAccess } = await import("./session-access.ts");
  const access = sessionAccess(context);
  try {
    return await action({ ...access, values, rest, context });
  } finally {
    await access.runtime.close();
  }
};
