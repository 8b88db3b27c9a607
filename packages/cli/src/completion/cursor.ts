import type { HelpPage, Option, OptionTable } from "../argv/index.ts";

/** The declarations to complete, shared with the parser and the help. */
export interface Program {
  readonly commands: ReadonlyMap<string, { readonly summary: string; readonly page: HelpPage }>;
  /** The default command. */
  readonly task: { readonly page: HelpPage };
}

/** Position of the completed word on the command line. */
export type Cursor =
  | { readonly kind: "command" }
  | { readonly kind: "option"; readonly options: OptionTable }
  | { readonly kind: "value"; readonly option: Option; readonly before: string }
  | { readonly kind: "word"; readonly page: HelpPage; readonly previous: readonly string[] };

/** @param words words after `cox`; the last one is completed and may be empty */
export const cursorOf = (words: readonly string[], { commands, task }: Program): Cursor => {
  const [first = "", ...rest] = words.slice(0, -1);
  const current = words.at(-1) ?? "";
  const command = commands.get(first);
  const page = command?.page ?? task.page;
  const before = readWords(command === undefined ? words.slice(0, -1) : rest, page.options);
  if (before.open !== undefined) return { kind: "value", option: before.open, before: "" };
  if (!before.ended && current.startsWith("-")) {
    const [, start = "", name = ""] = /^(--([^=]*)=)/.exec(current) ?? [];
    const option = optionOf(page.options, name);
    return option?.value === undefined ? { kind: "option", options: page.options } : { kind: "value", option, before: start };
  }
  if (command === undefined && (words.length === 1 || (first === "help" && words.length === 2))) return { kind: "command" };
  return { kind: "word", page, previous: before.positionals };
};

interface Read {
  readonly positionals: readonly string[];
  /** The option whose value comes next. */
  readonly open?: Option | undefined;
  /** True after `--`, when no word is an option. */
  readonly ended: boolean;
}

const readWords = (words: readonly string[], options: OptionTable): Read => {
  let [open, ended]: [Option | undefined, boolean] = [undefined, false];
  const positionals: string[] = [];
  for (const word of words) {
    if (open !== undefined) open = undefined;
    else if (ended || !/^-./.test(word)) positionals.push(word);
    else if (word === "--") ended = true;
    else open = openedBy(word, options);
  }
  return { positionals, open, ended };
};

/** Returns the option in a word that still needs its value. */
const openedBy = (word: string, options: OptionTable): Option | undefined => {
  const letter = word.at(-1);
  const option = word.startsWith("--") ? optionOf(options, word.slice(2)) : Object.values(options).find(({ short }) => short === letter);
  return option?.value === undefined ? undefined : option;
};

const optionOf = (options: OptionTable, name: string): Option | undefined => (Object.hasOwn(options, name) ? options[name] : undefined);
