import type { CommandWord, ShellCommand } from "../../loop/index.ts";
import { baseName, mayBeOption, pathPattern } from "../shell/index.ts";
import { ONE_DASH, optionName, SUBCOMMANDS } from "./option-names.ts";

/** Whether the words of a command begin with these, exactly. What cannot be known is not exact. */
export const beginsWith = ({ words }: ShellCommand, rule: readonly string[]): boolean =>
  rule.every((text, at) => words[at]?.kind === "known" && words[at].text === text);

/** `maybe`: nobody can know before it runs. */
export type Met = "yes" | "maybe" | "no";

/**
 * Whether a command is one that a rule forbids: the program of that base name, with all of the rule's options, however they are spelled,
 * ordered or put together, and its other words in their order.
 */
export const meets = ({ words }: ShellCommand, rule: readonly string[]): Met => {
  const [first, ...args] = words;
  const program = baseName(rule[0] ?? "");
  if (first === undefined) return "no";
  const named = isProgram(first, program);
  // What is not known may be more than one word.
  if (named === "no" || first.kind === "unknown") return named;

  const wanted = split(rule.slice(1), program);
  const given = split(
    args.map(({ text }) => text),
    program,
  );
  const has = (option: string): boolean =>
    given.options.some((one) => sameOption(one, option)) || (option.endsWith("force") && forcedPush(program, given.operands));
  const missing = wanted.options.filter((option) => !has(option));
  const ordered = inOrder(wanted.operands, given.operands, SUBCOMMANDS.has(program));
  if (missing.length === 0 && ordered) return named;
  const open = args.filter(({ kind }) => kind === "unknown" || kind === "pattern");
  const optionsMay = missing.length === 0 || open.some(mayBeOption);
  const other =
    SUBCOMMANDS.has(program) && !open.some(({ text }) => text === given.operands[0]) && wanted.operands[0] !== given.operands[0];
  const operandsMay = ordered || (open.length > 0 && !other);
  return optionsMay && operandsMay ? "maybe" : "no";
};

const isProgram = ({ kind, text }: CommandWord, program: string): Met => {
  const name = baseName(text);
  if (kind === "known" || kind === "guess") return name === program ? "yes" : "no";
  if (kind === "pattern") return pathPattern(name).test(program) ? "yes" : "no";
  return text.includes("/") || program.startsWith(text) ? "maybe" : "no";
};

interface Split {
  readonly options: readonly string[];
  readonly operands: readonly string[];
}

const split = (words: readonly string[], program: string): Split => {
  const valued = SUBCOMMANDS.get(program);
  const end = words.indexOf("--");
  const before = end === -1 ? words : words.slice(0, end);
  const operands = before.filter((word, at) => !isOption(word) && valued?.test(before[at - 1] ?? "") !== true);
  const options = before.filter(isOption).flatMap((word) => optionsOf(word, program, operands[0] ?? ""));
  return { options, operands: [...operands, ...(end === -1 ? [] : words.slice(end + 1))] };
};

const isOption = (word: string): boolean => word.length > 1 && word.startsWith("-");

const optionsOf = (word: string, program: string, subcommand: string): readonly string[] => {
  if (word.startsWith("--")) return [`--${word.slice(2).split("=")[0] ?? ""}`];
  if (ONE_DASH.has(program)) return [`--${word.slice(1).split("=")[0] ?? ""}`];
  return word
    .slice(1)
    .split("")
    .map((letter) => optionName(program, subcommand, letter));
};

/** A long option may be given by its beginning; letters and the long names that they stand for are told apart by nobody. */
const sameOption = (given: string, wanted: string): boolean => {
  const [one, other] = [given.replace(/^--/, ""), wanted.replace(/^--/, "")];
  return one === other || (given.startsWith("--") && one !== "" && other.length > 1 && other.startsWith(one));
};

/** `git push origin +main` forces without an option. */
const forcedPush = (program: string, operands: readonly string[]): boolean =>
  program === "git" && operands[0] === "push" && operands.some((operand) => operand.startsWith("+"));

/** @param atOnce the first of them has to be the first. */
const inOrder = (wanted: readonly string[], given: readonly string[], atOnce: boolean): boolean => {
  if (atOnce && wanted.length > 0 && wanted[0] !== given[0]) return false;
  let at = 0;
  for (const operand of wanted) {
    at = given.findIndex((one, place) => place >= at && plain(one) === plain(operand)) + 1;
    if (at === 0) return false;
  }
  return true;
};

/** A path in its shortest form, a number without zeros before it; all else as it is. */
const plain = (text: string): string =>
  text.includes("/") ? text.replaceAll(/\/(?:\.?\/)+/g, "/").replace(/(.)\/\.?$/, "$1") : text.replace(/^0+(?=\d+$)/, "");
