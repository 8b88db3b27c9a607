import { plain } from "./command.ts";
import { keys } from "./keys-command.ts";
import { leaveTo } from "./leave-to.ts";
import type { ListedCommand } from "./listed-command.ts";
import type { ScreenCommand } from "./screen-command.ts";

/** `/help`, for a table of commands. */
export const helpCommand = (commands: () => readonly ScreenCommand[]): ScreenCommand =>
  plain("help", "List the commands", async (host) => {
    const own = commands();
    const others = (await host.workplace.commands()).filter(({ name }) => !own.some((one) => one.name === name));
    host.print(
      [
        "Commands:",
        ...own.map(helpLine),
        ...(others.length === 0 ? [] : ["", "Prompt templates, skills and commands of extensions:", ...others.map(helpLine)]),
        "",
        "! runs a shell command, !! runs one that the model does not see, @ names a file.",
        "/keys lists the keys.",
      ].join("\n"),
    );
  });

const helpLine = ({ name, arguments: words = "", summary }: ListedCommand): string => `/${`${name} ${words}`.padEnd(24)} ${summary}`;

export const HELP_COMMANDS: readonly ScreenCommand[] = [
  keys,
  plain("exit", "Leave the session", (host) => leaveTo(host, "exit", () => ({ kind: "exit" }))),
];
