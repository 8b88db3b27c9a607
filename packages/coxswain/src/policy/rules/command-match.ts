import type { CommandWord, ShellCommand } from "../../loop/index.ts";
import { baseName, mayBeOption, pathPattern } from "../shell/index.ts";
import { ONE_DASH, OPEN_OPTIONS, optionName, subcommandName, SUBCOMMANDS } from "./option-names.ts";

/** True if the command begins with exactly these words. An unknown word never matches. */
export const beginsWith = ({ words }: ShellCommand, rule: readonly string[]): boolean =>
  rule.every((text, at) => words[at]?.kind === "known" && words[at].text === text);

/** `maybe`: unknown before the command runs. */
export type Match = "yes" | "maybe" | "no";

/**
 * Matches a command with a rule that asks or denies: the program by its base name, all of the rule's options in any
 * spelling, order or cluster, and its other words in their order.
 */
export const matchesRule = ({ words }: ShellCommand, rule: readonly string[]): Match => {
  const [first, ...args] = words;
  const program = baseName(rule[0] ?? "");
  if (first === undefined) return "no";
  const named = isProgram(first, program);
  // An unknown word may expand to several words.
  if (named === "no" || first.kind === "unknown") return named;

  const ruled = split(rule.slice(1), program);
  const texts = args.map(({ text }) => text);
  const used = split(texts, program);
  const has = (option: string): boolean =>
    used.options.some((one) => sameOption(one, option)) || (option.endsWith("force") && forcedPush(program, used));
  const missing = ruled.options.filter((option) => !has(option));
  const operands = (ruled.readings[0] ?? []).filter((operand) => !isAttached(operand, texts));
  const commands = SUBCOMMANDS.has(program);
  const ordered = used.readings.some((reading) => inOrder(operands, reading, commands));
  if (missing.length === 0 && ordered) return named;
  const open = args.filter(({ kind }) => kind === "unknown" || kind === "pattern");
  const optionsMay = missing.length === 0 || open.some(mayBeOption);
  const other = commands && used.readings.every(([name]) => name !== operands[0] && !open.some(({ text }) => text === name));
  const operandsMay = ordered || (open.some((one) => operands.some((operand) => mayBe(one, operand))) && !other);
  return optionsMay && operandsMay ? "maybe" : "no";
};

/** An unknown word begins with its known text. */
const mayBe = ({ kind, text }: CommandWord, operand: string): boolean => kind === "pattern" || operand.startsWith(text);

const isProgram = ({ kind, text }: CommandWord, program: string): Match => {
  const name = baseName(text);
  if (kind === "known" || kind === "guess") return name === program ? "yes" : "no";
  if (kind === "pattern") return pathPattern(name).test(program) ? "yes" : "no";
  return text.includes("/") || program.startsWith(text) ? "maybe" : "no";
};

interface Split {
  readonly options: readonly string[];
  /** The other words, in each way to read them. */
  readonly readings: readonly (readonly string[])[];
}

const split = (args: readonly string[], program: string): Split => {
  const words = program === "tar" && /^[A-Za-z]+$/.test(args[0] ?? "") ? [`-${args[0]}`, ...args.slice(1)] : args;
  const valued = SUBCOMMANDS.get(program);
  const end = words.indexOf("--");
  const before = end === -1 ? words : words.slice(0, end);
  const plain = before.filter((word, at) => !isOption(word) && valued?.test(before[at - 1] ?? "") !== true);
  const readings = readingsOf(plain, before, program);
  const subcommand = readings[0]?.[0] ?? "";
  const options = before.flatMap((word, at) => [
    ...(isOption(word) ? optionsOf(word, program, subcommand) : []),
    ...signalOf(program, word, before[at - 1]),
  ]);
  return { options, readings: readings.map((operands) => [...operands, ...(end === -1 ? [] : words.slice(end + 1))]) };
};

/**
 * The operands in each way to read them: a word after an option may be the option's value. The subcommand has its usual
 * name.
 */
const readingsOf = (operands: readonly string[], words: readonly string[], program: string): Split["readings"] => {
  const firstCertain = OPEN_OPTIONS.has(program) ? operands.findIndex((word) => !isOption(words[words.indexOf(word) - 1] ?? "")) : 0;
  const starts = Array.from({ length: (firstCertain === -1 ? operands.length : firstCertain) + 1 }, (_, start) => operands.slice(start));
  return starts.map(([name, ...rest]) => (name === undefined ? [] : [subcommandName(program, name), ...rest]));
};

/** A signal by its name, in any spelling: `-9`, `-KILL`, `-s SIGKILL`. */
const signalOf = (program: string, word: string, before: string | undefined): readonly string[] => {
  if (!/^(?:kill|pkill|killall)$/.test(program)) return [];
  const text = /^(?:-s|-n|--signal)$/.test(before ?? "") ? word : /^(?:-|--signal=)([A-Z\d]+)$/i.exec(word)?.[1];
  if (text === undefined || text === "s" || text === "n") return [];
  return [`--signal-${SIGNALS.get(text) ?? text.toUpperCase().replace(/^SIG/, "")}`];
};

const SIGNALS: ReadonlyMap<string, string> = new Map([
  ["1", "HUP"],
  ["2", "INT"],
  ["3", "QUIT"],
  ["9", "KILL"],
  ["15", "TERM"],
  ["19", "STOP"],
]);

const isOption = (word: string): boolean => word.length > 1 && word.startsWith("-");

const optionsOf = (word: string, program: string, subcommand: string): readonly string[] => {
  if (/^(?:kill|pkill|killall)$/.test(program)) return [];
  if (program === "npm" && word === "--location=global") return ["--global"];
  if (word.startsWith("--")) return [`--${word.slice(2).split("=")[0] ?? ""}`];
  if (ONE_DASH.has(program)) return [`--${word.slice(1).split("=")[0] ?? ""}`];
  return word
    .slice(1)
    .split("")
    .flatMap((letter) => optionName(program, subcommand, letter).split("+"));
};

/** Long options may be abbreviated. A letter and its long name are the same option. */
const sameOption = (used: string, ruled: string): boolean => {
  const [one, other] = [used.replace(/^--/, ""), ruled.replace(/^--/, "")];
  return one === other || (used.startsWith("--") && one !== "" && other.length > 1 && other.startsWith(one));
};

/** `git push origin +main`, `--mirror` and `--force-with-lease` force without `--force`. */
const forcedPush = (program: string, { readings: [operands = []], options }: Split): boolean =>
  program === "git" &&
  operands[0] === "push" &&
  (operands.some((operand) => operand.startsWith("+")) || options.some((option) => /^--(?:mi|force-w)/.test(option)));

/** @param fromStart true if the first words must be the same. */
const inOrder = (ruled: readonly string[], used: readonly string[], fromStart: boolean): boolean => {
  if (fromStart && ruled.length > 0 && ruled[0] !== used[0]) return false;
  let at = 0;
  for (const operand of ruled) {
    at = used.findIndex((one, place) => place >= at && plain(one) === plain(operand)) + 1;
    if (at === 0) return false;
  }
  return true;
};

/** A path in its shortest form, a number without leading zeros, anything else unchanged. */
const plain = (text: string): string => (text.includes("/") ? shortest(text) : text.replace(/^0+(?=\d+$)/, ""));

const shortest = (path: string): string => {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else if (part !== "" && part !== "." && (part !== ".." || !path.startsWith("/"))) parts.push(part);
  }
  return `${path.startsWith("/") ? "/" : ""}${parts.join("/")}` || ".";
};

/** True if a word is attached to an option, as in `-XPOST` and `--request=POST`. */
const isAttached = (operand: string, words: readonly string[]): boolean =>
  words.some((word) => (word.startsWith("--") ? word.endsWith(`=${operand}`) : /^-[A-Za-z]/.test(word) && word.slice(2) === operand));
