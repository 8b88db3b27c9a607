import { UsageError } from "../../argv/index.ts";
import { userSessions } from "../../configuration/index.ts";
import type { ProcessContext } from "../../process/index.ts";
import { chooseInline, choosePlain, colorlessTheme, paletteTheme, processTerminal, processTimer } from "../../screen/index.ts";
import { titleOf } from "../../sessions/index.ts";
import { formatMinute } from "../../time/index.ts";
import type { ScreenMode } from "../screen-mode.ts";
import { lineTerminal } from "./open-screen.ts";

/**
 * Lets the user choose one of the folder's sessions. Resolves to its id, or undefined if the user chooses none.
 * @throws {UsageError} when there is none
 */
export const pickSession = async (mode: ScreenMode, context: ProcessContext): Promise<string | undefined> => {
  const sessions = await userSessions(context).list({ cwd: context.cwd });
  if (sessions.length === 0)
    throw new UsageError("no sessions in this folder. Start one with: cox; see those of other folders with: cox sessions --all");
  const items = sessions.map((session) => ({ label: titleOf(session), note: formatMinute(session.updatedAt), value: session.id }));
  const choices = { title: "Sessions", items };
  if (mode === "plain") return choosePlain(choices, lineTerminal(context));
  const theme = (context.env["NO_COLOR"] ?? "") === "" ? paletteTheme : colorlessTheme;
  return chooseInline(choices, { terminal: processTerminal(context.env), timer: processTimer, theme });
};
