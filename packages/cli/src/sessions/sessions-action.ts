import { UnknownNameError } from "../argv/index.ts";
import type { CommandArguments, SESSIONS } from "../commands/index.ts";
import type { ExitCode, ProcessContext } from "../process/index.ts";
import type { SessionAccess } from "./session-access.ts";
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
  return withSessionAccess(context, (access) => action({ ...access, values, rest, context }));
};

/** Opens saved sessions for an action. The code of sessions is loaded here: other commands omit it. */
export const withSessionAccess = async (
  context: Pick<ProcessContext, "env" | "cwd">,
  act: (access: SessionAccess) => Promise<ExitCode>,
): Promise<ExitCode> => {
  const { sessionAccess } = await import("./session-access.ts");
  const access = sessionAccess(context);
  try {
    return await act(access);
  } finally {
    await access.runtime.close();
  }
};
