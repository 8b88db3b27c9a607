import { homedir } from "node:os";
import { relative } from "node:path";
import { findInstructions } from "coxswain/session";
import { configuredWorkspace, instructionFiles } from "../../configuration/index.ts";
import { version } from "../../process/index.ts";
import type { ScreenSession } from "../../screen/index.ts";
import type { TaskParts } from "../prepare-task.ts";

/** The first lines of a new session: the program, the model, the folder with its instruction files, and how to begin. */
export const welcomeText = async (
  session: Pick<ScreenSession, "state">,
  { mode, configuration }: Pick<TaskParts, "mode" | "configuration">,
): Promise<string> => {
  const { model, cwd } = session.state;
  const { mode: sandbox = "auto" } = configuration.settings.sandbox ?? {};
  const { files } = await findInstructions(configuredWorkspace(configuration, cwd), instructionFiles(configuration));
  const names = files.map((path) => (path.startsWith(`${cwd}/`) ? relative(cwd, path) : shortPath(path)));
  return [
    `cox ${version()} · ${model} · mode ${mode.current} · sandbox ${sandbox}`,
    [shortPath(cwd), ...(names.length === 0 ? [] : [`reads ${names.join(", ")}`])].join(" · "),
    "Type a task. /help lists the commands, @ adds a file, ! runs a command.",
  ].join("\n");
};

const shortPath = (path: string): string =>
  path === homedir() || path.startsWith(`${homedir()}/`) ? `~${path.slice(homedir().length)}` : path;
