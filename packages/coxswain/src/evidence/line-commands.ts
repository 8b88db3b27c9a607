import type { Command } from "unbash";

/** Returns the simple commands of a part of a command line in order, also those in conditions, loops and functions. */
export const commandsWithin = (part: unknown): readonly Command[] => {
  if (Array.isArray(part)) return part.flatMap(commandsWithin);
  if (isCommand(part)) return [part];
  return typeof part === "object" && part !== null ? Object.values(part).flatMap(commandsWithin) : [];
};

const isCommand = (part: unknown): part is Command =>
  typeof part === "object" && part !== null && "type" in part && part.type === "Command";

/** Returns the words of a simple command, the program first. Empty: it only sets variables. */
export const wordsOf = ({ name, args }: Command): readonly string[] => [
  ...(name === undefined ? [] : [name.value]),
  ...args.map((word) => ("value" in word && typeof word.value === "string" ? word.value : word.text)),
];

/**
 * Returns whether a command may end its line with the exit code 0, so that no later one runs.
 * @param before the line up to the command
 */
export const mayEndLine = (command: Command, before: string): boolean => {
  const [program, argument] = wordsOf(command);
  if (program === "exec") return argument !== undefined;
  if (program !== "exit" && program !== "return") return false;
  // `cd web || exit` ends with the code of the command that failed.
  if (argument === undefined || argument === "$?") return !/\|\|\s*$/.test(before);
  return !/^[1-9]\d*$/.test(argument);
};

/** Returns whether a command changes no files that a check before it may have read. */
export const changesNothing = (command: Command): boolean => {
  const [program = "", ...rest] = wordsOf(command);
  if (command.redirects.some(writesFile)) return false;
  return HARMLESS.has(program) || (program === "git" && !switchesFiles(command)) || (program === "" && rest.length === 0);
};

/** Returns whether a command replaces files by others, as `git stash pop` does: a check before it may have seen other files. */
export const switchesFiles = (command: Command): boolean => {
  const [program, ...rest] = wordsOf(command);
  return program === "git" && !rest.some((word) => GIT_READS.has(word));
};

const writesFile: (redirect: Command["redirects"][number]) => boolean = ({ operator, ...redirect }) =>
  operator.startsWith(">") && "target" in redirect && !/^(?:\/dev\/\w+|\d|-)$/.test(redirect.target?.text ?? "");

const HARMLESS: ReadonlySet<string> = new Set(
  "cd pushd popd echo printf set shopt export unset ulimit umask true false : pwd date sleep clear cat tail head wc sort grep rg ls test [ exit wait".split(
    " ",
  ),
);

const GIT_READS: ReadonlySet<string> = new Set("add commit push fetch status diff log show tag branch rev-parse blame".split(" "));
