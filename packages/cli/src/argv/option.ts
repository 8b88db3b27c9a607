/** One option of a command, for the parser and the help. */
export interface Option {
  readonly help: string;
  /** One letter. */
  readonly short?: string;
  /** Placeholder of the value in the help, as `FILE`; absent for a switch. */
  readonly value?: string;
  /** Allowed values. */
  readonly choices?: readonly string[];
  /** The value is an integer of 0 or more. */
  readonly count?: true;
  /** The value may be omitted: at the end, or before another option. The option is then `true`. */
  readonly valueOptional?: true;
  /** The value may be empty. Elsewhere an empty value is an error: usually an unset variable in a script. */
  readonly mayBeEmpty?: true;
  /** May be repeated; its value is a list. */
  readonly repeatable?: true;
}

/** Options by their long names. */
export type OptionTable = Readonly<Record<string, Option>>;

/** Parsed values of the options of a table. */
export type OptionValues<Table extends OptionTable> = { readonly [Name in keyof Table]?: ValueOf<Table[Name]> };

type ValueOf<One extends Option> = One extends { readonly repeatable: true }
  ? readonly string[]
  : One extends { readonly count: true }
    ? number
    : One extends { readonly choices: readonly (infer Choice)[] }
      ? Choice
      : One extends { readonly valueOptional: true }
        ? string | true
        : One extends { readonly value: string }
          ? string
          : true;
