import type { CommandWord, ShellCommand } from "../../loop/index.ts";
import { baseName, mayBeOption, pathPattern } from "../shell/index.ts";
import { ONE_DASH, OPEN_OPTIONS, optionName, subcommandName, SUBCOMMANDS } from "./option-names.ts";

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
  const texts = args.map(({ text }) => text);
  const given = split(texts, program);
  const has = (option: string): boolean =>
    given.options.some((one) => sameOption(one, option)) || (option.endsWith("force") && forcedPush(program, given));
  const missing = wanted.options.filter((option) => !has(option));
  const operands = (wanted.readings[0] ?? []).filter((operand) => !isAttached(operand, texts));
  const commands = SUBCOMMANDS.has(program);
  const ordered = given.readings.some((reading) => inOrder(operands, reading, commands));
  if (missing.length === 0 && ordered) return named;
  const open = args.filter(({ kind }) => kind === "unknown" || kind === "pattern");
  const optionsMay = missing.length === 0 || open.some(mayBeOption);
  const other = commands && given.readings.every(([name]) => name !== operands[0] && !open.some(({ text }) => text === name));
  const operandsMay = ordered || (open.some((one) => operands.some((operand) => mayBe(one, operand))) && !other);
  return optionsMay && operandsMay ? "maybe" : "no";
};

/** What is not known goes on after what is known of it. */
const mayBe = ({ kind, text }: CommandWord, operand: string): boolean => kind === "pattern" || operand.startsWith(text);

const isProgram = ({ kind, text }: CommandWord, program: string): Met => {
  const name = baseName(text);
  if (kind === "known" || kind === "guess") return name === program ? "yes" : "no";
  if (kind === "pattern") return pathPattern(name).test(program) ? "yes" : "no";
  return text.includes("/") || program.startsWith(text) ? "maybe" : "no";
};

interface Split {
  readonly options: readonly string[];
  /** Its other words. */
  readonly readings: readonly (readonly string[])[];
}

const split = (given: readonly string[], program: string): Split => {
  const words = program === "tar" && /^[A-Za-z]+$/.test(given[0] ?? "") ? [`-${given[0]}`, ...given.slice(1)] : given;
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

/** The operands, in each way that they can be read: of one behind an option nobody here knows whether it is that one's value. The subcommand has its usual name. */
const readingsOf = (operands: readonly string[], words: readonly string[], program: string): Split["readings"] => {
  const unsure = OPEN_OPTIONS.has(program) ? operands.findIndex((word) => !isOption(words[words.indexOf(word) - 1] ?? "")) : 0;
  const starts = Array.from({ length: (unsure === -1 ? operands.length : unsure) + 1 }, (_, start) => operands.slice(start));
  return starts.map(([name, ...rest]) => (name === undefined ? [] : [subcommandName(program, name), ...rest]));
};

/** A signal by its name, however it is given: `-9`, `-KILL`, `-s SIGKILL`. */
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

/** A long option may be given by its beginning; letters and the long names that they stand for are told apart by nobody. */
const sameOption = (given: string, wanted: string): boolean => {
  const [one, other] = [given.replace(/^--/, ""), wanted.replace(/^--/, "")];
  return one === other || (given.startsWith("--") && one !== "" && other.length > 1 && other.startsWith(one));
};

/** `git push origin +main` forces without that option, and so do two others. */
const forcedPush = (program: string, { readings: [operands = []], options }: Split): boolean =>
  program === "git" &&
  operands[0] === "push" &&
  (operands.some((operand) => operand.startsWith("+")) || options.some((option) => /^--(?:mi|force-w)/.test(option)));

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
const plain = (text: string): string => (text.includes("/") ? shortest(text) : text.replace(/^0+(?=\d+$)/, ""));

const shortest = (path: string): string => {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else if (part !== "" && part !== "." && (part !== ".." || !path.startsWith("/"))) parts.push(part);
  }
  return `${path.startsWith("/") ? "/" : ""}${parts.join("/")}` || ".";
};

/** Whether a word is part of an option's, as in `-XPOST` and `--request=POST`. */
const isAttached = (operand: string, words: readonly string[]): boolean =>
  words.some((word) => (word.startsWith("--") ? word.endsWith(`=${operand}`) : /^-[A-Za-z]/.test(word) && word.slice(2) === operand));
