/** One option of a command: what is accepted and what the help says of it come from here. */
export interface Option {
  readonly help: string;
  /** One letter. */
  readonly short?: string;
  /** What stands for the value in the help, as `FILE`; absent for a switch. */
  readonly value?: string;
  /** The values there are. */
  readonly choices?: readonly string[];
  /** The value is a whole number of 0 or more. */
  readonly count?: true;
  /** The value may be an empty text. Elsewhere that is a variable of a script that was not set. */
  readonly mayBeEmpty?: true;
  /** May be given more than once; its value is a list. */
  readonly repeatable?: true;
}

/** Options by their long names. */
export type OptionTable = Readonly<Record<string, Option>>;

/** What was given of the options of a table. */
export type OptionValues<Table extends OptionTable> = { readonly [Name in keyof Table]?: ValueOf<Table[Name]> };

type ValueOf<One extends Option> = One extends { readonly repeatable: true }
  ? readonly string[]
  : One extends { readonly count: true }
    ? number
    : One extends { readonly choices: readonly (infer Choice)[] }
      ? Choice
      : One extends { readonly value: string }
        ? string
        : true;
