import type { Command, Function as FunctionNode, SyntaxNode } from "unbash";
import { wordsOf } from "./line-commands.ts";
import type { RunFunction, ShellContext } from "./shell-run.ts";
import { type CheckState, eitherWay, ended, type ShellState, withRun } from "./shell-state.ts";

/** Conclusions from the exit code of a command about a check. */
export interface CheckRun {
  readonly provesPass: boolean;
  readonly provesFailure: boolean;
}

/** A function with its bodies in the line. */
export interface CalledFunction {
  readonly bodies: readonly FunctionNode["body"][];
  /** True if it has one body, and the line has defined it for sure. */
  readonly isSure: boolean;
}

/** The commands of a line. */
export interface KnownCommands {
  /** Returns what a command shows about the check. Undefined: it is another command. */
  readonly checkOf: (command: Command) => CheckRun | undefined;
  /** Returns the function that a command calls. Undefined: it calls none. */
  readonly functionOf: (command: Command) => CalledFunction | undefined;
  /** True if the check is in a part of the line. */
  readonly hasCheck: (node: SyntaxNode) => boolean;
  /** True for a command whose failure need not be considered. */
  readonly isSafe: (words: readonly string[]) => boolean;
}

/** Returns the states after a simple command. */
export const runCommand = (
  command: Command,
  state: ShellState,
  { context, call, commands }: { readonly context: ShellContext; readonly call: RunFunction; readonly commands: KnownCommands },
): readonly ShellState[] => {
  if (command.name === undefined) return [assigned(command, state)];
  const called = commands.functionOf(command);
  if (called !== undefined) {
    const [body] = called.bodies;
    if (called.isSure && body !== undefined) return call(body, state, context);
    return [state, ...(called.bodies.some(commands.hasCheck) ? [withRun(state, "unclear")] : [])].flatMap(anything);
  }
  const words = wordsOf(command);
  const check = commands.checkOf(command);
  if (check !== undefined) {
    const ends = [checked(state, true, check), checked(state, false, check)];
    if (words[0] === "eval") return ends.flatMap(anything);
    return words[0] === "exec" ? ends.map(exited) : ends;
  }
  const own = words[0] === "command" || words[0] === "builtin" ? words.slice(1) : words;
  const result = builtin(own, state, context);
  if (result !== undefined) return result;
  const changed = ASSIGNING.has(own[0] ?? "") ? { ...state, saved: undefined } : state;
  return commands.isSafe(own) ? [ended(changed, true)] : eitherWay(changed);
};

/** Builtins that may assign a variable. */
const ASSIGNING: ReadonlySet<string> = new Set(
  "unset read declare local export readonly typeset printf mapfile readarray getopts let source .".split(" "),
);

const checked = (state: ShellState, succeeded: boolean, { provesPass, provesFailure }: CheckRun): ShellState => {
  const shown: CheckState = succeeded ? (provesPass ? "passed" : "unclear") : provesFailure ? "failed" : "unclear";
  return withRun(ended(state, succeeded), shown);
};

const exited = (state: ShellState): ShellState => ({ ...state, flow: "exit" });

/** A command whose effects on the shell are uncommands. */
const anything = (state: ShellState): readonly ShellState[] => {
  const options = [true, false].flatMap((errexit) => [true, false].map((pipefail) => ({ ...state, errexit, pipefail, saved: undefined })));
  return [...options.flatMap(eitherWay), ...eitherWay(state).map(exited)];
};

/** `rc=$?` and other variables before no command. */
const assigned = ({ prefix }: Command, state: ShellState): ShellState => {
  const variables = prefix.filter((part) => part.type === "Assignment");
  // The exit code is that of the last command substitution.
  const runsCode = variables.some(({ text }) => /\$\(|`/.test(text));
  let { saved } = state;
  for (const { name, value } of variables) {
    const code = value.type === "Word" ? exitCodeOf(value.text, state) : undefined;
    if (code !== undefined) saved = { name, succeeded: code };
    else if (saved?.name === name) saved = undefined;
  }
  return { ...ended(state, !runsCode || state.succeeded), saved };
};

/** Returns whether a word such as `$?` is 0. Undefined: uncommands. */
const exitCodeOf = (text: string, { succeeded, first, saved }: ShellState): boolean | undefined => {
  const word = /^"(.*)"$/.exec(text)?.[1] ?? text;
  if (/^\$(?:\?|\{\?\})$/.test(word)) return succeeded;
  if (/^\$(?:PIPESTATUS|\{PIPESTATUS(?:\[0\])?\})$/.test(word)) return first;
  if (/^\d+$/.test(word)) return Number(word) % 256 === 0;
  const name = /^\$(?:(\w+)|\{(\w+)\})$/.exec(word);
  return saved !== undefined && (name?.[1] ?? name?.[2]) === saved.name ? saved.succeeded : undefined;
};

/** Returns the states after a builtin that changes the shell. Undefined: another command. */
const builtin = (
  [program = "", ...words]: readonly string[],
  state: ShellState,
  context: ShellContext,
): readonly ShellState[] | undefined => {
  const [argument] = words;
  switch (program) {
    case "true":
    case ":":
      return [ended(state, true)];
    case "false":
      return [ended(state, false)];
    case "exit":
      return withCode(argument, state).map(exited);
    case "return": {
      const ends = withCode(argument, state);
      // Outside of a function it is an error, or the end of a sourced line.
      return context.inFunction ? ends.map((end) => ({ ...end, flow: "return" })) : [ended(state, false), ...ends.map(exited)];
    }
    case "break":
    case "continue":
      return leftLoops(program, argument, state, context);
    case "exec":
      return argument === undefined ? [ended(state, true)] : eitherWay(state).map(exited);
    case "set":
      return withOptions(words, state);
    case "eval":
      return anything(state);
    case "shopt":
      return words.some((word) => /^-\w*o/.test(word)) ? anything(state) : undefined;
    case "[":
    case "test": {
      const result = compared(program === "[" ? words.slice(0, -1) : words, state);
      return result === undefined ? undefined : [ended(state, result)];
    }
    default:
      return undefined;
  }
};

/** The exit code of `exit` and `return`. */
const withCode = (argument: string | undefined, state: ShellState): readonly ShellState[] => {
  const code = argument === undefined ? state.succeeded : exitCodeOf(argument, state);
  return code === undefined ? eitherWay(state) : [ended(state, code)];
};

const leftLoops = (
  kind: "break" | "continue",
  argument: string | undefined,
  state: ShellState,
  { loops }: ShellContext,
): readonly ShellState[] => {
  if (loops === 0) return [ended(state, true)];
  if (argument !== undefined && !/^[1-9]\d*$/.test(argument)) return anything(state);
  return [{ ...ended(state, true), flow: `${kind} ${Math.min(Number(argument ?? 1), loops)}` }];
};

/** Returns the states after `set -euo pipefail` and its like. */
const withOptions = (words: readonly string[], state: ShellState): readonly ShellState[] => {
  if (words.some((word) => /[$`]/.test(word))) return anything(state);
  let { errexit, pipefail } = state;
  let readsOnly = false;
  for (const [at, word] of words.entries()) {
    if (word === "--" || !/^[-+]./.test(word)) break;
    const isOn = word.startsWith("-");
    const name = word.endsWith("o") ? words[at + 1] : undefined;
    if (/^[-+]\w*e/.test(word) || name === "errexit") errexit = isOn;
    if (name === "pipefail") pipefail = isOn;
    if (isOn && (/n/.test(word) || name === "noexec")) readsOnly = true;
  }
  const after = ended({ ...state, errexit, pipefail }, true);
  return readsOnly ? [exited(after)] : [after];
};

/** Returns the result of `[ $? -eq 0 ]` and its like. Undefined: uncommands. */
const compared = (words: readonly string[], state: ShellState): boolean | undefined => {
  const [left = "", operator = "", right = ""] = words;
  const code = exitCodeOf(left, state);
  if (words.length !== 3 || !left.startsWith("$") || right !== "0" || code === undefined) return undefined;
  if (/^(?:-eq|==?)$/.test(operator)) return code;
  return /^(?:-ne|!=|-gt)$/.test(operator) ? !code : undefined;
};
