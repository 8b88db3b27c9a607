import type { CommandWord } from "../../loop/index.ts";
import type { Wrapper } from "./wrappers.ts";

/** How many words are the wrapper's own: its name, options and their values, operands, assignments. */
export const ownWords = (
  words: readonly CommandWord[],
  { valued = "", longValued = [], operands = 0, assignments, alone, plus }: Wrapper,
): number => {
  let at = 1;
  let left = operands;
  while (at < words.length) {
    const text = words[at]?.text ?? "";
    if (text === "--") at += 1;
    else if ((text.startsWith("-") && (text !== "-" || alone === true)) || (plus === true && /^\+[A-Za-z]/.test(text)))
      at += takesNext(text, valued, longValued) ? 2 : 1;
    else if (assignments === true && ASSIGNMENT.test(text)) at += 1;
    else if (left > 0) {
      [at, left] = [at + 1, left - 1];
      if (left === 0) break;
    } else break;
    if (text === "--" && left === 0 && assignments !== true) break;
  }
  return Math.min(at, words.length);
};

export const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/;

/** Whether the value of an option is the next word. */
const takesNext = (text: string, valued: string, longValued: readonly string[]): boolean => {
  if (text.startsWith("--")) return !text.includes("=") && longValued.some((name) => text.length > 2 && name.startsWith(text.slice(2)));
  const letters = text.slice(1);
  const first = letters.split("").findIndex((letter) => valued.includes(letter));
  return first !== -1 && first === letters.length - 1;
};
