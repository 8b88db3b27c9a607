import { join } from "node:path/posix";
import type { Command, Function as FunctionNode, ParsedScript, SyntaxNode } from "unbash";
import { commandJudge, isNamed } from "./check-kind.ts";
import type { CheckKind } from "./check-judge.ts";
import { changesNothing, commandsWithin, type ForEachChild, type PlacedCommand, switchesFiles, wordsOf } from "./line-commands.ts";
import { type CheckRun, type KnownCommands, runCommand } from "./shell-command.ts";
import { runShellLine } from "./shell-run.ts";
import type { ShellState } from "./shell-state.ts";
import { StepBudget } from "./step-budget.ts";

/** A check in a command line. */
export interface LineCheck extends CheckRun {
  readonly kind: CheckKind;
  /** The simple command, as written. */
  readonly command: string;
  /** The folder that the line goes to before it, a path relative to that of the line. `.`: its own. */
  readonly folder: string;
  /** True if all of its runs passed whenever the line has the exit code 0. */
  readonly provesPass: boolean;
  /** True if one of its runs failed whenever the line has another exit code, unless a signal ended the line. */
  readonly provesFailure: boolean;
  /** True if no later command of the line changes files: those that the line has changed are as the check left them. */
  readonly endsChanges: boolean;
}

/**
 * Returns the checks in a command line, in order, each command once for each folder. Never throws.
 * @param named commands that count as checks, as people write them
 */
export type LineReader = (line: string, named: ReadonlySet<string>) => readonly LineCheck[];

export const lineReader = async (): Promise<LineReader> => {
  // Loaded on demand: most processes derive no evidence.
  const { parse, forEachChild } = await import("unbash");
  const read = (line: string, names: ReadonlySet<string>): readonly LineCheck[] => {
    const whole = line.trim();
    if (names.has(whole)) return [{ kind: "named", command: whole, folder: ".", provesPass: true, provesFailure: true, endsChanges: true }];
    try {
      return checksOf(parse(line), { line, names, read, forEachChild });
    } catch {
      return [];
    }
  };
  return read;
};

interface Source {
  readonly line: string;
  readonly names: ReadonlySet<string>;
  readonly read: LineReader;
  readonly forEachChild: ForEachChild;
}

/** A simple command with the checks that it is, or runs. */
interface CheckingCommand extends PlacedCommand {
  readonly checks: readonly LineCheck[];
}

const checksOf = (script: ParsedScript, source: Source): readonly LineCheck[] => {
  const functions = functionsIn(script, source);
  const placed = commandsWithin(script, source.line, source.forEachChild);
  const aliases = aliasesIn(placed);
  const commands = placed.map((one): CheckingCommand => ({
    ...one,
    checks: aliases.has(wordsOf(one.command)[0] ?? "") || functions.of(one.command) !== undefined ? [] : checksIn(one, source),
  }));
  const budget = new StepBudget();
  const keys = new Map<string, { readonly check: LineCheck; readonly at: number }>();
  for (const [at, { checks }] of commands.entries())
    for (const check of checks) {
      const key = keyOfCheck(check);
      keys.delete(key);
      keys.set(key, { check, at });
    }
  return [...keys].flatMap(([key, { check, at }]) => {
    const later = commands.slice(at + 1);
    const proof = budget.within(() => ({ of: provenBy(script, { key, commands, functions, source, budget }) })) ?? { of: UNPROVEN };
    if (proof.of === undefined) return [];
    const provesPass = proof.of.provesPass && !later.some(({ command }) => switchesFiles(command));
    return [{ ...check, ...proof.of, provesPass, endsChanges: check.endsChanges && !later.some(isChange) }];
  });
};

const keyOfCheck = ({ command, folder }: LineCheck): string => `${folder} ${command}`;

const isChange = ({ command, checks }: CheckingCommand): boolean =>
  !changesNothing(command) && (checks.length === 0 || wordsOf(command).some((word) => FIXES.test(word)));

/** Options with which a check changes files. */
const FIXES = /^--?(?:fix|write|w|update|u|updateSnapshot|apply)$/;

/** Returns the checks of a simple command, for its own exit code. */
const checksIn = ({ command, text, folder }: PlacedCommand, { line, names, read }: Source): readonly LineCheck[] => {
  const check = { command: text, folder, provesPass: true, provesFailure: true, endsChanges: true };
  // A name is compared as written, with its quotes, and as words.
  if (isNamed(text, names)) return [{ ...check, kind: "named" }];
  const judged = commandJudge(names)(wordsOf(command));
  if (judged === undefined) return [];
  if (!("line" in judged)) return [{ ...check, ...judged }];
  return judged.line === line ? [] : read(judged.line, names).map((inner) => ({ ...inner, folder: join(folder, inner.folder) }));
};

interface Question {
  readonly key: string;
  readonly commands: readonly CheckingCommand[];
  readonly functions: Functions;
  readonly source: Source;
  readonly budget: StepBudget;
}

const UNPROVEN: CheckRun = { provesPass: false, provesFailure: false };

/** Returns what the exit code of a line proves about a check. Undefined: the line never runs it. */
const provenBy = (script: ParsedScript, { key, commands, functions, source, budget }: Question): CheckRun | undefined => {
  const runs = new Map<Command, CheckRun>();
  for (const { command, checks } of commands) {
    const run = checks.find((check) => keyOfCheck(check) === key);
    if (run !== undefined) runs.set(command, run);
  }
  // A trap may end the line with another exit code, and the reading of a faulty line is uncertain.
  const isOpen = (script.errors ?? []).length > 0 || commands.some(({ command }) => wordsOf(command)[0] === "trap");
  const ends = (isSafe: KnownCommands["isSafe"], canRedirect: boolean): readonly ShellState[] => {
    const { forEachChild } = source;
    const hasCheck = (node: SyntaxNode): boolean => has(node, runs, forEachChild);
    const assumed: KnownCommands = { checkOf: (command) => runs.get(command), functionOf: functions.of, hasCheck, isSafe };
    return runShellLine(script.commands, {
      forEachChild,
      canRedirect,
      hasNullglob: /\bnullglob\b/.test(source.line),
      hasCheck,
      runCommand(command, state, context, call) {
        budget.spend();
        return runCommand(command, state, { context, call, commands: assumed });
      },
    });
  };
  // The output does not show the errors of a shell that are redirected.
  const isShown = !/(?:2|&)>(?!&1)/.test(source.line);
  if (ends(() => false, false).every(({ check }) => check === "none")) return undefined;
  if (isOpen) return UNPROVEN;
  const passes = ends((words) => neverFails(words, isShown), false).filter(({ succeeded }) => succeeded);
  const failures = ends((words) => isSafe(words, isShown), isShown).filter(({ succeeded }) => !succeeded);
  return {
    provesPass: passes.length > 0 && passes.every(({ check }) => check === "passed"),
    provesFailure: failures.length > 0 && failures.every(({ check }) => check === "failed"),
  };
};

const has = (node: SyntaxNode, runs: ReadonlyMap<Command, CheckRun>, forEachChild: ForEachChild): boolean => {
  if (node.type === "Command" && runs.has(node)) return true;
  let found = false;
  forEachChild(node, (child) => {
    found ||= has(child, runs, forEachChild);
  });
  return found;
};

/** Returns the names for which a line defines aliases. */
const aliasesIn = (placed: readonly PlacedCommand[]): ReadonlySet<string> =>
  new Set(
    placed
      .map(({ command }) => wordsOf(command))
      .flatMap(([program, ...words]) => (program === "alias" ? words.map((word) => word.replace(/=.*/s, "")) : [])),
  );

interface Functions {
  readonly of: KnownCommands["functionOf"];
}

/** Finds the functions that a line defines. */
const functionsIn = (script: ParsedScript, { forEachChild }: Source): Functions => {
  const all: FunctionNode[] = [];
  const visit = (node: SyntaxNode): void => {
    if (node.type === "Function") all.push(node);
    forEachChild(node, visit);
  };
  visit(script);
  const sure = new Set(script.commands.map(({ command }) => command));
  return {
    of(command) {
      const [name = ""] = wordsOf(command);
      const named = all.filter((one) => one.name.value === name);
      const [only] = named;
      if (only === undefined) return undefined;
      return { bodies: named.map(({ body }) => body), isSure: named.length === 1 && sure.has(only) && only.end <= command.pos };
    },
  };
};

/** Returns whether a command surely succeeds, or its failure shows in the output of the line. */
const neverFails = ([program = ""]: readonly string[], isShown: boolean): boolean => program === "echo" || (program === "cd" && isShown);

/** Returns whether the failure of a command need not be considered, or shows in the output of the line. */
const isSafe = ([program = "", ...words]: readonly string[], isShown: boolean): boolean =>
  SAFE.has(program) || (isShown && BUILTINS.has(program)) || (FILTERS.has(program) && words.every((word) => /^[-+\d]/.test(word)));

const SAFE: ReadonlySet<string> = new Set("echo pwd date sleep clear tee".split(" "));

/** Builtins whose errors the shell reports. */
const BUILTINS: ReadonlySet<string> = new Set("cd pushd popd printf shopt export unset ulimit umask source .".split(" "));

/** Programs that only read their standard input, unless a word names a file. */
const FILTERS: ReadonlySet<string> = new Set("cat tail head wc sort".split(" "));
