import type { Workspace } from "coxswain/tools";
import type { Configuration } from "../../configuration/index.ts";
import { version } from "../../process/index.ts";
import type { FooterSource, PlaceFacts, SandboxLevel, ScreenSession } from "../../screen/index.ts";
import { gitBranch } from "./git-branch.ts";
import { runUserCommand } from "./user-command.ts";

/** A status line is late after this many milliseconds. */
const STATUS_LINE_LIMITS = { timeout: 2000, output: 16 * 1024 };

/** The footer's settings, and the facts about a session's folder. The workspace runs the user's own command. */
export const footerSource = (
  session: Pick<ScreenSession, "state">,
  { settings, project }: Configuration,
  workspace: Workspace,
): FooterSource => {
  const { footer, statusLine, sandbox: { mode = "auto" } = {}, budget } = settings;
  let place: PlaceFacts = { sandbox: mode, ...(budget?.usd === undefined || budget.usd === 0 ? {} : { budget: budget.usd }) };
  let isOpening = true;

  /** The confinement in effect is known once commands may have run. */
  const sandboxNow = async (): Promise<SandboxLevel> => {
    if (mode === "off" || isOpening) return mode;
    const { kind } = await workspace.confinement();
    return kind === "none" ? "none" : "on";
  };

  return {
    ...(footer === undefined ? {} : { segments: footer }),
    ...(statusLine === undefined
      ? {}
      : {
          statusLine: {
            padding: statusLine.padding ?? 0,
            run: (input) => runUserCommand(workspace, statusLine.command, input, STATUS_LINE_LIMITS),
          },
        }),
    project: project.folder,
    version: version(),
    place: () => place,
    async refresh() {
      const { branch: _, ...rest } = place;
      const [branch, sandbox] = await Promise.all([gitBranch(session.state.cwd), sandboxNow()]);
      isOpening = false;
      const isOther = branch !== place.branch || sandbox !== place.sandbox;
      place = { ...rest, sandbox, ...(branch === undefined ? {} : { branch }) };
      return isOther;
    },
  };
};
