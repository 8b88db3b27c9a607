import { jsonlStore } from "coxswain";
import { coxHome } from "coxswain/settings";
import { UsageError } from "../../argv/index.ts";
import { sessionsFolder } from "../../configuration/index.ts";
import type { ProcessContext } from "../../process/index.ts";
import { sessionChoices, type WelcomeScreen } from "../../screen/index.ts";
import { sessionEnd, sessionRows } from "./session-rows.ts";

/**
 * Lets the user choose one of the folder's sessions, as `/resume` does. Resolves to its id, or undefined if the user chooses none.
 * @throws {UsageError} when there is none
 */
export const pickSession = async (
  open: () => WelcomeScreen,
  context: Pick<ProcessContext, "env" | "cwd" | "stderr">,
): Promise<string | undefined> => {
  const rows = await sessionRows(context);
  if (rows.length === 0)
    throw new UsageError("no sessions in this folder. Start one with: cox; see those of other folders with: cox sessions --all");
  const store = jsonlStore({ directory: sessionsFolder(coxHome(context.env)) });
  await using screen = open();
  return (await screen.choose(sessionChoices(rows, (id) => sessionEnd(store, id))))?.row.id;
};
