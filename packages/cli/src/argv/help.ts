import type { Option, OptionTable } from "./option.ts";

/** Help of one command. */
export interface HelpPage {
  /** Ways to call it. */
  readonly usage: readonly string[];
  /** Description, one to three lines. */
  readonly about: string;
  readonly options: OptionTable;
  /** Titled lists of names with descriptions, shown before the options. */
  readonly lists?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export const helpText = ({ usage, about, options, lists = {} }: HelpPage): string => {
  const titled = Object.entries(lists).map(([title, items]) => section(title, Object.entries(items)));
  const rows = Object.entries(options).map(
    ([name, option]) => [`${option.short === undefined ? "    " : `-${option.short}, `}${synopsis(name, option)}`, option.help] as const,
  );
  return [`Usage: ${usage.join("\n       ")}\n\n${about}\n`, ...titled, section("Options", rows)].join("\n");
};

/** An option with its placeholder, as `--max-turns N`. */
const synopsis = (name: string, option: Option): string => `--${name}${option.value === undefined ? "" : ` ${option.value}`}`;

const section = (title: string, rows: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...rows.map(([name]) => name.length));
  return `${title}:\n${rows.map(([name, about]) => `  ${name.padEnd(width)}  ${about}\n`).join("")}`;
};
