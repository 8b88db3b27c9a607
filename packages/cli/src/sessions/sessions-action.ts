import { type Arguments, UnknownNameError } from "../argv/index.ts";
import type { SESSIONS_OPTIONS } from "../options/index.ts";
import type { ExitCode, Surroundings } from "../process/index.ts";
import type { IndexAction, SessionsAction } from "./sessions-request.ts";

/** Each is loaded when it is asked for. These need no store: there is an index for them, or the trash. */
const INDEX_ACTIONS = new Map<string, () => Promise<IndexAction>>([
  ["list", async () => (await import("./actions/list.ts")).list],
  ["trash", async () => (await import("./actions/trash.ts")).trash],
]);

const ACTIONS = new Map<string, () => Promise<SessionsAction>>([
  ["show", async () => (await import("./actions/show.ts")).show],
  ["path", async () => (await import("./actions/path.ts")).path],
  ["rename", async () => (await import("./actions/rename.ts")).rename],
  ["delete", async () => (await import("./actions/delete.ts")).remove],
  ["prune", async () => (await import("./actions/prune.ts")).prune],
  ["trash", async () => (await import("./actions/trash.ts")).trash],
  ["gc", async () => (await import("./actions/gc.ts")).gc],
  ["check", async () => (await import("./actions/check.ts")).check],
]);

/** `cox sessions`. */
export const sessionsAction = async (
  { values, positionals: [name = "list", ...rest] }: Arguments<typeof SESSIONS_OPTIONS>,
  surroundings: Surroundings,
): Promise<ExitCode> => {
  const fromIndex = INDEX_ACTIONS.get(name);
  if (fromIndex !== undefined) return (await fromIndex())({ values, rest, surroundings });
  const load = ACTIONS.get(name);
  if (load === undefined) throw new UnknownNameError("action", name, [...INDEX_ACTIONS.keys(), ...ACTIONS.keys()]);
  const action = await load();
  const { sessionShelf } = await import("./session-shelf.ts");
  const shelf = sessionShelf(surroundings);
  try {
    return await action({ ...shelf, values, rest, surroundings });
  } finally {
    await shelf.runtime.close();
  }
};
