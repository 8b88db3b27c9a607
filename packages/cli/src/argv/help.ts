import { wrapLine } from "../output/index.ts";
import type { Option, OptionTable } from "./option.ts";

/** Help of one command. */
export interface HelpPage {
  /** Ways to call it. */
  readonly usage: readonly string[];
  /** Description, one to five sentences. */
  readonly about: string;
  readonly options: OptionTable;
  /** Titled lists of names with descriptions, shown before the options. */
  readonly lists?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Formats the help, wrapped to this many columns. */
export const helpText = ({ usage, about, options, lists = {} }: HelpPage, columns: number): string => {
  const section = sectionOf(columns);
  const titled = Object.entries(lists).map(([title, items]) => section(title, Object.entries(items)));
  const calls = usage.flatMap((call, at) => wrapLine(`${at === 0 ? "Usage: " : "       "}${call}`, columns, " ".repeat(11)));
  const rows = Object.entries(options).map(
    ([name, option]) => [`${option.short === undefined ? "    " : `-${option.short}, `}${synopsis(name, option)}`, option.help] as const,
  );
  return [`${calls.join("\n")}\n\n${wrapLine(about, columns, "").join("\n")}\n`, ...titled, section("Options", rows)].join("\n");
};

/** An option with its placeholder, as `--max-turns N` or `--resume [ID]`. */
const synopsis = (name: string, { value, valueOptional }: Option): string => {
  if (value === undefined) return `--${name}`;
  return `--${name} ${valueOptional === true ? `[${value}]` : value}`;
};

/** Columns that a description needs beside the names. With fewer, it follows below its name. */
const MIN_DESCRIPTION = 30;

const sectionOf =
  (columns: number) =>
  (title: string, rows: readonly (readonly [string, string])[]): string => {
    const width = Math.max(...rows.map(([name]) => name.length));
    const isBeside = columns - width - 4 >= MIN_DESCRIPTION;
    const indent = " ".repeat(isBeside ? width + 4 : 6);
    const row = ([name, about]: readonly [string, string]): readonly string[] =>
      isBeside
        ? wrapLine(`  ${name.padEnd(width)}  ${about}`, columns, indent)
        : [`  ${name}`.trimEnd(), ...wrapLine(indent + about, columns, indent)];
    return `${title}:\n${rows
      .flatMap(row)
      .map((line) => `${line}\n`)
      .join("")}`;
  };
