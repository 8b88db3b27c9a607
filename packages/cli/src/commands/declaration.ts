import type { Arguments, HelpPage, OptionTable } from "../argv/index.ts";

/** One command: its help, its completion and its arguments all follow from this. */
export interface CommandDeclaration extends HelpPage {
  /** One line for the list of commands. */
  readonly summary: string;
  readonly options: OptionTable;
  /** Maximum number of positional arguments. Default: unlimited. */
  readonly maxArguments?: number;
}

/** Parsed arguments of a command. */
export type CommandArguments<Declaration extends CommandDeclaration> = Arguments<Declaration["options"]>;

/** Options that several commands share. */
export const JSON_LINES = { json: { help: "Print one JSON object per line." } } as const satisfies OptionTable;
export const TRUST = {
  trust: { help: "Trust this folder's project, now and later, and include its files." },
} as const satisfies OptionTable;
