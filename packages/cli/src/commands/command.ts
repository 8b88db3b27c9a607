import { type Arguments, type HelpPage, helpText, type OptionTable, parseArguments, UsageError } from "../argv/index.ts";
import { COMMON_OPTIONS } from "../options/index.ts";
import { EXIT, type ExitCode, type ProcessContext, version } from "../process/index.ts";

/** What a command does once its arguments are read. */
export type Action<Table extends OptionTable> = (
  given: Arguments<Table>,
  surroundings: ProcessContext,
  help: () => string,
) => Promise<ExitCode>;

/** A command as the program sees it. */
export interface Command {
  /** One line for the list of commands. */
  readonly summary: string;
  /** What its help is made of, and its completion. */
  readonly page: HelpPage;
  readonly help: string;
  /** @throws {UsageError} */
  readonly run: (argv: readonly string[], surroundings: ProcessContext) => Promise<ExitCode>;
}

export interface CommandDefinition<Table extends OptionTable> extends HelpPage {
  readonly summary: string;
  readonly options: Table;
  /** How many words it takes at most besides its options. Default: any number. */
  readonly words?: number;
  /** Imports what the command needs. */
  readonly load: () => Promise<Action<Table>>;
}

export const defineCommand = <Table extends OptionTable>({
  summary,
  load,
  words = Infinity,
  ...page
}: CommandDefinition<Table>): Command => {
  const options: Table & typeof COMMON_OPTIONS = { ...page.options, ...COMMON_OPTIONS };
  const help = (): string => helpText({ ...page, options });
  return {
    summary,
    page: { ...page, options },
    get help() {
      return help();
    },
    async run(argv, surroundings) {
      const given = parseArguments(argv, options);
      const { help: wantsHelp, version: wantsVersion } = given.values as Arguments<typeof COMMON_OPTIONS>["values"];
      const tooMany = given.positionals[words];
      if (tooMany !== undefined) throw new UsageError(`there is a word too many: ${tooMany}`);
      if (wantsHelp !== true && wantsVersion !== true) return (await load())(given, surroundings, help);
      surroundings.stdout.write(wantsHelp === true ? help() : `${version()}\n`);
      return EXIT.done;
    },
  };
};
