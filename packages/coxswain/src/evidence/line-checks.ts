import { isAbsolute, join } from "node:path/posix";
import type { Command, CommandNode, Pipeline, PipelineNode, Script, Statement } from "unbash";
import { judgeCommand } from "./check-kind.ts";
import type { CheckKind } from "./check-judge.ts";
import { changesNothing, commandsWithin, mayEndLine, switchesFiles, wordsOf } from "./line-commands.ts";

/** A check in a command line. */
export interface LineCheck {
  readonly kind: CheckKind;
  /** The simple command, as written, with the folder that the line goes to before it. */
  readonly command: string;
  /** True if the check passed whenever the line has the exit code 0. */
  readonly provesPass: boolean;
  /** True if the check failed whenever the line has another exit code, unless a signal ended the line. */
  readonly provesFailure: boolean;
  /** True if no later command of the line changes files: those that the line has changed are as the check left them. */
  readonly endsChanges: boolean;
}

/**
 * Returns the checks in a command line, in order. Never throws.
 * @param named commands that count as checks, as people write them
 */
export type LineReader = (line: string, named: ReadonlySet<string>) => readonly LineCheck[];

export const lineReader = async (): Promise<LineReader> => {
  // Loaded on demand: most processes derive no evidence.
  const { parse } = await import("unbash");
  const read = (line: string, names: ReadonlySet<string>): readonly LineCheck[] => {
    const whole = line.trim();
    if (names.has(whole)) return [{ kind: "named", command: whole, provesPass: true, provesFailure: true, endsChanges: true }];
    try {
      return checksOf(parse(line), { line, names, read });
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
}

/** Commands on which the exit code of a line depends: they have succeeded if it is 0, and one of them has failed otherwise. */
type Deciding = Statement["command"];

const checksOf = (script: Script, source: Source): readonly LineCheck[] => {
  const found = commandsIn(script.commands, ".").filter(({ command }) => !isDefined(script, wordsOf(command)[0] ?? ""));
  // A trap may end the line with another exit code.
  const deciding = hasTrap(script) ? [] : decidingList(script.commands, { errexit: false, pipefail: false });
  const all = commandsWithin(script);
  const isChange = (command: Command): boolean =>
    !changesNothing(command) && (checksIn(command, source).length === 0 || wordsOf(command).some((word) => FIXES.test(word)));
  return found.flatMap(({ command, folder }) => {
    const others = deciding.filter((one) => one !== command && !isSafe(one));
    const isDeciding = deciding.includes(command);
    const later = all.filter(({ pos }) => pos >= command.end);
    const isReached = !all.some((one) => one.end <= command.pos && mayEndLine(one, source.line.slice(0, one.pos)));
    return checksIn(command, source).map((check) => ({
      ...check,
      command: folder === "." ? check.command : `cd ${folder} && ${check.command}`,
      provesPass: isDeciding && isReached && !later.some(switchesFiles) && check.provesPass,
      provesFailure: isDeciding && others.length === 0 && check.provesFailure,
      endsChanges: check.endsChanges && !later.some(isChange),
    }));
  });
};

/** Options with which a check changes files. */
const FIXES = /^--?(?:fix|write|w|update|u|updateSnapshot|apply)$/;

/** Returns the checks of a simple command, for its own exit code. */
const checksIn = (node: Command, { line, names, read }: Source): readonly LineCheck[] => {
  const command = line.slice(node.pos, node.end);
  if ([...names].some((name) => command === name || command.startsWith(`${name} `)))
    return [{ kind: "named", command, provesPass: true, provesFailure: true, endsChanges: true }];
  const judged = judgeCommand(wordsOf(node));
  if (judged === undefined) return [];
  if ("line" in judged) return judged.line === line ? [] : read(judged.line, names);
  return [{ kind: judged.kind, command, provesPass: !judged.isLenient, provesFailure: true, endsChanges: true }];
};

interface PlacedCommand {
  readonly command: Command;
  /** The folder that the line went to before: a path. `.`: its own. */
  readonly folder: string;
}

/** Returns the simple commands of a list that run one after the other in one shell. */
const commandsIn = (statements: readonly Pick<Statement, "command">[], folder: string): readonly PlacedCommand[] => {
  let current = folder;
  const placed = (node: Statement["command"]): readonly PlacedCommand[] => {
    switch (node.type) {
      case "Command": {
        const words = wordsOf(node);
        const there = current;
        const [program, to = ""] = words;
        if (program === "cd" && words.length === 2) current = isAbsolute(to) ? to : join(current, to);
        return [{ command: node, folder: there }];
      }
      case "AndOr":
        return node.commands.flatMap(placed);
      case "Pipeline":
        return node.commands.flatMap((command) => commandsIn([{ command }], current));
      case "Redirected":
        return placed(node.command);
      case "Subshell":
        return commandsIn(node.body.commands, current);
      case "BraceGroup":
        return node.body.commands.flatMap(({ command }) => placed(command));
      default:
        return [];
    }
  };
  return statements.flatMap(({ command }) => placed(command));
};

/** Returns whether a line defines a function or an alias of this name. */
const isDefined = ({ commands }: Script, name: string): boolean =>
  commands.some(({ command }) => {
    if (command.type === "Function") return command.name.value === name;
    return command.type === "Command" && wordsOf(command)[0] === "alias" && wordsOf(command).some((word) => word.startsWith(`${name}=`));
  });

const hasTrap = ({ commands }: Script): boolean => commandsIn(commands, ".").some(({ command }) => wordsOf(command)[0] === "trap");

interface ShellOptions {
  readonly errexit: boolean;
  readonly pipefail: boolean;
}

const decidingList = (statements: readonly Statement[], options: ShellOptions): readonly Deciding[] => {
  let current = options;
  return statements.flatMap(({ command, background }, at) => {
    const isLast = at === statements.length - 1;
    const set = command.type === "Command" ? optionsSet(wordsOf(command), current) : undefined;
    current = set ?? current;
    if (background === true || !(isLast || current.errexit)) return [];
    // `set -e` exits for the last command of an and-list only.
    const isAndList = command.type === "AndOr" && !command.operators.includes("||");
    return isAndList && !isLast ? last(command.commands).flatMap((node) => decidingPipeline(node, current)) : deciding(command, current);
  });
};

const deciding = (node: Statement["command"], options: ShellOptions): readonly Deciding[] => {
  if (node.type !== "AndOr") return decidingPipeline(node, options);
  const { commands, operators } = node;
  // The shell ignores `set -e` in all commands but the last one.
  const unset = { ...options, errexit: false };
  const decidingAt = (command: PipelineNode, at: number): readonly Deciding[] =>
    decidingPipeline(command, at === commands.length - 1 ? options : unset);
  // `check || exit 1` fails like the check.
  const fails = operators.lastIndexOf("||");
  if (fails === -1) return commands.flatMap(decidingAt);
  const end = commands.at(-1);
  const isFailure = fails === operators.length - 1 && operators.indexOf("||") === fails && end !== undefined && failsAlways(end);
  return isFailure ? commands.slice(0, -1).flatMap(decidingAt) : [node];
};

const decidingPipeline = (node: PipelineNode, options: ShellOptions): readonly Deciding[] => {
  if (node.type !== "Pipeline") return decidingCommand(node, options);
  if (isNegated(node)) return [node];
  return options.pipefail
    ? node.commands.flatMap((command) => decidingCommand(command, options))
    : last(node.commands).flatMap((command) => decidingCommand(command, options));
};

const decidingCommand = (node: CommandNode, options: ShellOptions): readonly Deciding[] => {
  switch (node.type) {
    case "Redirected":
      return decidingCommand(node.command, options);
    case "Subshell":
    case "BraceGroup":
      return decidingList(node.body.commands, options);
    default:
      return [node];
  }
};

const isNegated = ({ prefixes }: Pipeline): boolean => prefixes.some(({ type }) => type === "Negation");

const last = <T>(list: readonly T[]): readonly T[] => list.slice(-1);

/** Returns whether a command always fails: `exit 1`, or a group that ends with it. */
const failsAlways = (node: PipelineNode): boolean => {
  if (node.type === "BraceGroup" || node.type === "Subshell") {
    const end = node.body.commands.at(-1)?.command;
    return end?.type === "Command" && failsAlways(end);
  }
  const [program, code] = node.type === "Command" ? wordsOf(node) : [];
  return program === "false" || ((program === "exit" || program === "return") && code !== undefined && /^[1-9]\d*$/.test(code));
};

/** Returns whether a command surely succeeds, or its failure need not be considered. */
const isSafe = (node: Deciding): boolean => {
  if (node.type !== "Command") return false;
  const [program = "", ...rest] = wordsOf(node);
  // Variables before no command.
  if (program === "") return true;
  return SAFE.has(program) || (program === "exit" && (rest.length === 0 || rest[0] === "0" || rest[0] === "$?"));
};

const SAFE: ReadonlySet<string> = new Set(
  "cd pushd popd echo printf set shopt export unset ulimit umask true : pwd date sleep clear source . mkdir tee cat tail wc sort".split(
    " ",
  ),
);

/** The options after `set -euo pipefail` and its like. Undefined: another command. */
const optionsSet = ([program, ...words]: readonly string[], before: ShellOptions): ShellOptions | undefined => {
  if (program !== "set") return undefined;
  let { errexit, pipefail } = before;
  for (const [at, word] of words.entries()) {
    const isOn = word.startsWith("-");
    if (!isOn && !word.startsWith("+")) continue;
    if (/^[-+]\w*e/.test(word)) errexit = isOn;
    if (/^[-+]\w*o$/.test(word) && words[at + 1] === "errexit") errexit = isOn;
    if (/^[-+]\w*o$/.test(word) && words[at + 1] === "pipefail") pipefail = isOn;
  }
  return { errexit, pipefail };
};
