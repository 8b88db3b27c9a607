import { COMMANDS } from "./command-table.ts";
import type { ListedCommand } from "./listed-command.ts";
import type { ArgumentValue, CommandHost } from "./screen-command.ts";

/** A command for completion. */
export interface CompletedCommand extends ListedCommand {
  /** Lists the values of its argument that contain the typed text, those that begin with it first. */
  readonly complete: (typed: string) => Promise<readonly ArgumentValue[]>;
}

type ListHost = Pick<CommandHost, "session" | "workplace">;

/** The commands of the screen itself. */
export const ownCommands = (host: ListHost): readonly CompletedCommand[] =>
  COMMANDS.map(({ name, summary, arguments: words, complete }) => ({
    name,
    summary,
    ...(words === undefined ? {} : { arguments: words }),
    complete: async (typed: string) => matching(typed, complete === undefined ? [] : await complete(host)),
  }));

/** All commands that can be typed: those of the screen, then prompt templates, skills and commands of extensions. */
export const commandList = async (host: ListHost): Promise<readonly CompletedCommand[]> => {
  const own = ownCommands(host);
  const others = (await host.workplace.commands()).filter(({ name }) => !own.some((one) => one.name === name));
  return [...own, ...others.map((command) => ({ ...command, complete: async () => [] }))];
};

const matching = (typed: string, values: readonly ArgumentValue[]): readonly ArgumentValue[] => {
  const text = typed.toLowerCase();
  const found = values.filter(({ value }) => value.toLowerCase().includes(text));
  const begins = ({ value }: ArgumentValue): boolean => value.toLowerCase().startsWith(text);
  return [...found.filter(begins), ...found.filter((value) => !begins(value))];
};
