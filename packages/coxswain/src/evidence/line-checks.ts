import type { Command, CommandNode, Pipeline, PipelineNode, Script, Statement } from "unbash";
import { type CheckKind, checkKind } from "./check-kind.ts";

/** A check in a command line. */
export interface LineCheck {
  readonly kind: CheckKind;
  /** The simple command, as written. */
  readonly command: string;
  /** True if the check passed whenever the line has the exit code 0. */
  readonly isDeciding: boolean;
}

/**
 * Returns the checks in a command line, in order. Never throws.
 * @param named commands that count as checks, as people write them
 */
export type LineReader = (line: string, named: ReadonlySet<string>) => readonly LineCheck[];

export const lineReader = async (): Promise<LineReader> => {
  // Loaded on demand: most processes derive no evidence.
  const { parse } = await import("unbash");
  return (line, names) => {
    if (names.has(line.trim())) return [{ kind: "named", command: line.trim(), isDeciding: true }];
    try {
      return checksOf(parse(line), { line, names });
    } catch {
      return [];
    }
  };
};

interface Source {
  readonly line: string;
  readonly names: ReadonlySet<string>;
}

const checksOf = (script: Script, source: Source): readonly LineCheck[] => {
  const all = script.commands.flatMap((statement) => commandsIn(statement.command));
  const deciding = new Set(decidingList(script.commands, { errexit: false, pipefail: false }));
  return all.flatMap((command) => {
    const text = source.line.slice(command.pos, command.end);
    const kind = source.names.has(text) ? "named" : checkKind(wordsOf(command));
    return kind === undefined ? [] : [{ kind, command: text, isDeciding: deciding.has(command) }];
  });
};

const commandsIn = (node: Statement["command"]): readonly Command[] => {
  switch (node.type) {
    case "Command":
      return [node];
    case "AndOr":
    case "Pipeline":
      return node.commands.flatMap(commandsIn);
    case "Redirected":
      return commandsIn(node.command);
    case "Subshell":
    case "BraceGroup":
      return node.body.commands.flatMap(({ command }) => commandsIn(command));
    default:
      return [];
  }
};

interface ShellOptions {
  readonly errexit: boolean;
  readonly pipefail: boolean;
}

/** Returns the commands that have succeeded if a list of statements has the exit code 0. */
const decidingList = (statements: readonly Statement[], options: ShellOptions): readonly Command[] => {
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

const deciding = (node: Statement["command"], options: ShellOptions): readonly Command[] => {
  if (node.type !== "AndOr") return decidingPipeline(node, options);
  const { commands, operators } = node;
  // The shell ignores `set -e` in all commands but the last one.
  const unset = { ...options, errexit: false };
  const decidingAt = (command: PipelineNode, at: number): readonly Command[] =>
    decidingPipeline(command, at === commands.length - 1 ? options : unset);
  // `check || exit 1` fails like the check.
  const fails = operators.lastIndexOf("||");
  if (fails === -1) return commands.flatMap(decidingAt);
  const last = commands.at(-1);
  const isFailure =
    fails === operators.length - 1 && operators.indexOf("||") === fails && last?.type === "Command" && failsAlways(wordsOf(last));
  return isFailure ? commands.slice(0, -1).flatMap(decidingAt) : [];
};

const decidingPipeline = (node: PipelineNode, options: ShellOptions): readonly Command[] => {
  if (node.type !== "Pipeline") return decidingCommand(node, options);
  if (isNegated(node)) return [];
  return options.pipefail
    ? node.commands.flatMap((command) => decidingCommand(command, options))
    : last(node.commands).flatMap((command) => decidingCommand(command, options));
};

const decidingCommand = (node: CommandNode, options: ShellOptions): readonly Command[] => {
  switch (node.type) {
    case "Command":
      return [node];
    case "Redirected":
      return decidingCommand(node.command, options);
    case "Subshell":
    case "BraceGroup":
      return decidingList(node.body.commands, options);
    default:
      return [];
  }
};

const isNegated = ({ prefixes }: Pipeline): boolean => prefixes.some(({ type }) => type === "Negation");

const last = <T>(list: readonly T[]): readonly T[] => list.slice(-1);

const failsAlways = ([program, code]: readonly string[]): boolean =>
  program === "false" || ((program === "exit" || program === "return") && code !== undefined && /^[1-9]\d*$/.test(code));

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

/** The words of a command without wrappers that run the rest: `time`, `env A=1`, `timeout 60`, `nice -n 5`. */
const wordsOf = ({ name, args }: Command): readonly string[] =>
  unwrapped([
    ...(name === undefined ? [] : [name.value]),
    ...args.map((word) => ("value" in word && typeof word.value === "string" ? word.value : word.text)),
  ]);

const unwrapped = (words: readonly string[]): readonly string[] => {
  const [program = "", ...rest] = words;
  const operands = WRAPPERS.get(program);
  if (operands === undefined) return words;
  let left = operands;
  const at = rest.findIndex((word) => {
    if (word.startsWith("-") || /^\w+=/.test(word)) return false;
    left -= 1;
    return left < 0;
  });
  return at === -1 ? [] : unwrapped(rest.slice(at));
};

/** Number of operands before the command that each runs. */
const WRAPPERS: ReadonlyMap<string, number> = new Map([
  ["env", 0],
  ["time", 0],
  ["command", 0],
  ["exec", 0],
  ["nice", 0],
  ["nohup", 0],
  ["xvfb-run", 0],
  ["timeout", 1],
]);
