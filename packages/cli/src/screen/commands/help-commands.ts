import { wrap } from "../blocks/index.ts";
import { withDistinctNames } from "../editor/index.ts";
import { plain } from "./command.ts";
import { type Described, describedRows } from "./described-rows.ts";
import { keys } from "./keys-command.ts";
import { leaveTo } from "./leave-to.ts";
import type { ListedCommand } from "./listed-command.ts";
import type { CommandHost, ScreenCommand } from "./screen-command.ts";

/** `/help`, for a table of commands. */
export const helpCommand = (commands: () => readonly ScreenCommand[]): ScreenCommand =>
  plain("help", "List the commands", async (host) => {
    const own = commands();
    const others = await otherCommands(own, host);
    host.show(({ width }) => [
      "Commands:",
      ...describedRows(own.map(describe), width),
      ...(others.length === 0 ? [] : ["", ...wrap(OTHERS, width), ...describedRows(others.map(describe), width)]),
      "",
      ...wrap(PREFIXES, width),
      ...wrap("/keys lists the keys.", width),
    ]);
  });

/** Heading of the commands that the user or an extension has added. */
export const OTHERS = "Prompt templates, skills and commands of extensions:";
/** Describes the beginnings of a prompt that have a meaning. */
export const PREFIXES = "! runs a shell command, !! runs one that the model does not see, @ names a file.";

/** The commands of templates, skills and extensions. Those whose names the screen has too have their full names. */
export const otherCommands = async (
  own: readonly ListedCommand[],
  { workplace }: Pick<CommandHost, "workplace">,
): Promise<readonly ListedCommand[]> => withDistinctNames(own, await workplace.commands());

const describe = ({ name, arguments: words, summary }: ListedCommand): Described => ({
  name: words === undefined ? `/${name}` : `/${name} ${words}`,
  description: summary,
});

export const HELP_COMMANDS: readonly ScreenCommand[] = [
  keys,
  plain("exit", "Leave the session", (host) => leaveTo(host, "exit", () => ({ kind: "exit" }))),
];
