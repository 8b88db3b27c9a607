import { homedir } from "node:os";
import { version } from "../../process/index.ts";
import type { PreparedTask } from "../prepare-task.ts";

/** The first lines of a new session: the program, the model and the folder, and how to begin. */
export const welcomeText = ({ session, mode, configuration }: Pick<PreparedTask, "session" | "mode" | "configuration">): string => {
  const { model, cwd } = session.state;
  const { mode: sandbox = "auto" } = configuration.settings.sandbox ?? {};
  const folder = cwd === homedir() || cwd.startsWith(`${homedir()}/`) ? `~${cwd.slice(homedir().length)}` : cwd;
  return [
    `cox ${version()} · ${model} · mode ${mode.current} · sandbox ${sandbox}`,
    folder,
    "Type a task. /help lists the commands, @ adds a file, ! runs a command.",
  ].join("\n");
};
