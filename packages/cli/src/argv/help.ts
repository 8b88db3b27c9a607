import type { Option, OptionTable } from "./option.ts";

/** What the help of one command is made of. */
export interface HelpPage {
  /** Ways to call it. */
  readonly usage: readonly string[];
  /** What it does, one or two lines. */
  readonly about: string;
  readonly options: OptionTable;
  /** Titled lists of names and what they mean, before the options. */
  readonly lists?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export const helpText = ({ usage, about, options, lists = {} }: HelpPage): string => {
  const titled = Object.entries(lists).map(([title, items]) => section(title, Object.entries(items)));
  const rows = Object.entries(options).map(
    ([name, option]) => [`${option.short === undefined ? "    " : `-${option.short}, `}${synopsis(name, option)}`, option.help] as const,
  );
  return [`Usage: ${usage.join("\n       ")}\n\n${about}\n`, ...titled, section("Options", rows)].join("\n");
};

/** An option with what stands for its value, as `--max-turns N`. */
const synopsis = (name: string, option: Option): string => `--${name}${option.value === undefined ? "" : ` ${option.value}`}`;

const section = (title: string, rows: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...rows.map(([name]) => name.length));
  return `${title}:\n${rows.map(([name, about]) => `  ${name.padEnd(width)}  ${about}\n`).join("")}`;
};
