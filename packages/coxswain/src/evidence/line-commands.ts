import { join } from "node:path/posix";
import type { Command, Script, SyntaxNode } from "unbash";

/** A simple command of a command line. */
export interface PlacedCommand {
  readonly command: Command;
  /** As written. */
  readonly text: string;
  /** The folder that the line went to before: a path. `.`: its own. */
  readonly folder: string;
}

/** Visits the children of a node of a syntax tree. */
export type ForEachChild = (node: SyntaxNode, callback: (child: SyntaxNode) => void) => void;

/** Returns the simple commands of a command line in their order, also those in conditions, loops, functions and substitutions. */
export const commandsWithin = (script: Script, line: string, forEachChild: ForEachChild): readonly PlacedCommand[] => {
  const found: PlacedCommand[] = [];
  /** `source`: the text that the positions of the node are in. */
  const visit = (node: SyntaxNode, shell: { folder: string }, source: string): void => {
    const here = isSubshell(node) ? { ...shell } : shell;
    const text = "source" in node && node.source !== undefined ? node.source : source;
    if (node.type === "Pipeline" && node.commands.length > 1) for (const command of node.commands) visit(command, { ...here }, text);
    else if (node.type === "CommandExpansion" || node.type === "ArithmeticCommandExpansion" || node.type === "ProcessSubstitution") {
      if (node.script !== undefined) visit(node.script, { ...here }, text);
    } else forEachChild(node, (child) => visit(child, here, text));
    if (node.type !== "Command") return;
    found.push({ command: node, text: text.slice(node.pos, node.end), folder: here.folder });
    const [program, to = "", ...more] = wordsOf(node);
    if (program === "cd" && more.length === 0) here.folder = /^[/~]/.test(to) ? to : join(here.folder, to);
  };
  visit(script, { folder: "." }, line);
  return found;
};

const isSubshell = (node: SyntaxNode): boolean =>
  node.type === "Subshell" || node.type === "Coproc" || (node.type === "Statement" && node.background === true);

/** Returns the words of a simple command, the program first. Empty: it only sets variables. */
export const wordsOf = ({ name, args }: Command): readonly string[] => [
  ...(name === undefined ? [] : [name.value]),
  ...args.map((word) => ("value" in word && typeof word.value === "string" ? word.value : word.text)),
];

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
  "cd pushd popd echo printf set shopt export unset ulimit umask true false : pwd date sleep clear cat tail head wc sort grep rg ls test [ exit return break continue local wait".split(
    " ",
  ),
);

const GIT_READS: ReadonlySet<string> = new Set("add commit push fetch status diff log show tag branch rev-parse blame".split(" "));
