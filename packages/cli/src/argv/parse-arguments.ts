import { parseArgs } from "node:util";
import type { Option, OptionTable, OptionValues } from "./option.ts";
import { UnknownNameError, UsageError } from "./usage-error.ts";

/** A parsed command line. */
export interface Arguments<Table extends OptionTable> {
  readonly values: OptionValues<Table>;
  readonly positionals: readonly string[];
}

/**
 * Parses the arguments after a command's name. If an option is repeated, the last value wins, unless it
 * is repeatable. After `--` every argument is positional.
 * @throws {UsageError}
 */
export const parseArguments = <Table extends OptionTable>(argv: readonly string[], table: Table): Arguments<Table> => {
  const names = Object.keys(table);
  const tokens = tokensOf(argv, table);
  const values = new Map<string, unknown>();
  const positionals: string[] = [];

  for (const token of tokens) {
    if (token.kind === "positional") positionals.push(token.value);
    if (token.kind !== "option") continue;
    const option = Object.hasOwn(table, token.name) ? table[token.name] : undefined;
    if (option === undefined)
      throw new UnknownNameError(
        "option",
        token.rawName,
        names.map((name) => `--${name}`),
      );
    const value = valueOf(option, token.rawName, option.value !== undefined && lacksValue(token) ? undefined : token.value);
    const before = values.get(token.name);
    values.set(token.name, option.repeatable === true ? [...(Array.isArray(before) ? before : []), value] : value);
  }
  // `valueOf` returns each value as its option in the table declares.
  return { values: Object.fromEntries(values) as OptionValues<Table>, positionals };
};

/** Node takes the argument after an option as its value, even if it is an option: omitted values are found first. */
const tokensOf = (argv: readonly string[], table: OptionTable) => {
  const parse = (switches: ReadonlySet<string>) => {
    const options = Object.fromEntries(Object.entries(table).map(([name, option]) => [name, forNode(option, switches.has(name))]));
    return parseArgs({ args: [...argv], options, strict: false, allowPositionals: true, tokens: true }).tokens;
  };
  const tokens = parse(new Set());
  const isOmitted = (token: (typeof tokens)[number]): boolean =>
    token.kind === "option" && Object.hasOwn(table, token.name) && table[token.name]?.valueOptional === true && lacksValue(token);
  const omitted = tokens.flatMap((token) => (token.kind === "option" && isOmitted(token) ? [token.name] : []));
  return omitted.length === 0 ? tokens : parse(new Set(omitted));
};

const forNode = ({ short, value }: Option, isSwitch: boolean) => ({
  type: value === undefined || isSwitch ? ("boolean" as const) : ("string" as const),
  ...(short === undefined ? {} : { short }),
});

/** An option instead of a value usually means that the value is missing. */
const lacksValue = ({ value, inlineValue }: { readonly value?: string | undefined; readonly inlineValue?: boolean | undefined }): boolean =>
  value === undefined || (inlineValue !== true && /^-./.test(value));

const valueOf = (option: Option, name: string, value: string | undefined): string | number | true => {
  if (option.value === undefined) {
    if (value !== undefined) throw new UsageError(`${name} takes no value`);
    return true;
  }
  if (value === undefined && option.valueOptional === true) return true;
  if (value === undefined || (value === "" && option.mayBeEmpty !== true))
    throw new UsageError(`${name} needs a value: ${name} ${option.value}`);
  if (option.choices?.includes(value) === false) throw new UsageError(`${name} must be one of ${option.choices.join(", ")}, not ${value}`);
  if (option.count !== true) return value;
  if (!/^\d{1,15}$/.test(value)) throw new UsageError(`${name} must be a whole number, not ${value}`);
  return Number(value);
};
