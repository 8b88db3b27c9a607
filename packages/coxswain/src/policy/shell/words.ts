import type { CommandWord } from "../../loop/index.ts";
import type { Wrapper } from "./wrappers.ts";

/** A program's name without its folder. */
export const baseName = (program: string): string => program.slice(program.lastIndexOf("/") + 1);

/** Number of leading words that belong to the wrapper: its name, options and their values, operands, assignments. */
export const ownWords = (
  words: readonly CommandWord[],
  { valued = "", longValued = [], operands = 0, assignments, alone, plus }: Wrapper,
): number => {
  let at = 1;
  let remaining = operands;
  while (at < words.length) {
    const text = words[at]?.text ?? "";
    if (text === "--") at += 1;
    else if ((text.startsWith("-") && (text !== "-" || alone === true)) || (plus === true && /^\+[A-Za-z]/.test(text)))
      at += takesNextWord(text, valued, longValued) ? 2 : 1;
    else if (assignments === true && ENVIRONMENT.test(text)) at += 1;
    else if (remaining > 0) {
      [at, remaining] = [at + 1, remaining - 1];
      if (remaining === 0) break;
    } else break;
    if (text === "--" && remaining === 0 && assignments !== true) break;
  }
  return Math.min(at, words.length);
};

export const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/;
/** A variable in the words of a program, which may have any name. */
export const ENVIRONMENT = /^[^=]+=/;

/** True if the option's value is the next word. */
const takesNextWord = (text: string, valued: string, longValued: readonly string[]): boolean => {
  if (text.startsWith("--")) return !text.includes("=") && longValued.some((name) => text.length > 2 && name.startsWith(text.slice(2)));
  const letters = text.slice(1);
  const first = letters.split("").findIndex((letter) => valued.includes(letter));
  return first !== -1 && first === letters.length - 1;
};

/** True if a word may be an option at run time. A pattern may be one if it can match a file named so: `*`, but not `*.ts`. */
export const mayBeOption = ({ kind, text }: CommandWord): boolean => {
  if (kind === "known") return text.startsWith("-");
  if (kind !== "pattern") return text === "" || text.startsWith("-");
  return text.startsWith("-") || text.startsWith("[") || /^[*?][A-Za-z*?-]*$/.test(text);
};

/** Output of `printf`, in both forms that matter: formatted, and the arguments in sequence. */
export const printfOutput = ([format = "", ...values]: readonly string[]): readonly string[] => {
  const remaining = [...values];
  const filled = format
    .replaceAll(/%[-+ #0-9.*]*[a-zA-Z]/g, () => remaining.shift() ?? "")
    .replaceAll(/\\(?:n|t|x[\da-fA-F]{1,2}|[0-7]{1,3})/g, unescaped);
  return format.includes("%") ? [filled, values.join(" ")] : [filled];
};

const unescaped = (escape: string): string => {
  if (escape === "\\n") return "\n";
  if (escape === "\\t") return "\t";
  return String.fromCodePoint(escape.startsWith("\\x") ? Number.parseInt(escape.slice(2), 16) : Number.parseInt(escape.slice(1), 8));
};

const TIMES = /^[ \t]*(?:@\w+|(?:[\d*/,\-a-zA-Z]+[ \t]+){4}[\d*/,\-a-zA-Z]+)[ \t]+/gm;

/** The commands of a cron table, without their times. */
export const cronCommands = (table: string): string => table.replaceAll(TIMES, "");
