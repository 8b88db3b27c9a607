import { ASSIGNMENT } from "./own-words.ts";
import { printed } from "./printed.ts";
import type { Variables } from "./variables.ts";

type Pair = readonly [variable: string, value: string];

/** They say of a variable that there is one. */
export const DECLARING = new Set(["declare", "export", "local", "readonly", "typeset"]);
const READING = new Set(["read", "mapfile", "readarray"]);
/** They set a variable that stands in no assignment. */
export const SETTING_QUIETLY: ReadonlySet<string> = new Set([...READING, "printf"]);

/** More words of what is read are not told apart. */
const MOST_WORDS = 6;

/**
 * What variables may be set to by a command of the shell.
 * @param fed what it may get on its standard input.
 */
export const valuesSet = (
  program: string,
  texts: readonly string[],
  fed: () => readonly string[],
  variables: Variables,
): readonly Pair[] => {
  const assigned = texts.flatMap((text): readonly Pair[] =>
    ASSIGNMENT.test(text) ? [[text.slice(0, text.search(/\+?=/)), text.slice(text.indexOf("=") + 1)]] : [],
  );
  return [
    ...assigned,
    ...(DECLARING.has(program) ? otherNames(texts, variables) : []),
    ...(READING.has(program) ? wordsRead(texts, fed()) : []),
    ...others(program, texts, variables),
  ];
};

/** `declare -n name=other`: what is said of the one is said of the other. */
const otherNames = (texts: readonly string[], variables: Variables): readonly Pair[] =>
  texts.some((text) => /^-[a-zA-Z]*n/.test(text))
    ? texts.flatMap((text) => variables.of(text.slice(text.indexOf("=") + 1)).map((value): Pair => [text.replace(/=.*$/s, ""), value]))
    : [];

const wordsRead = (texts: readonly string[], fed: readonly string[]): readonly Pair[] => {
  const names = texts.filter((text) => /^\w+$/.test(text));
  const values = fed.flatMap((text) => [text.trim(), ...text.trim().split("\n"), ...text.trim().split(/[\s,:;|]+/)].slice(0, MOST_WORDS));
  return names.flatMap((name) => (values.length === 0 ? [""] : values).map((value): Pair => [name, value]));
};

const others = (program: string, texts: readonly string[], variables: Variables): readonly Pair[] => {
  const pairs: Pair[] = [];
  const add = (name: string, value: string): void => void pairs.push([name, value]);
  if (program === "set") positional(texts[0] === "--" ? texts.slice(1) : texts, add);
  if (program === "shift") for (const at of [2, 3, 4, 5, 6, 7, 8, 9]) for (const value of variables.of(String(at))) add("1", value);
  if (program === "printf" && texts[0]?.startsWith("-v") === true) {
    const [name = "", ...words] = texts[0] === "-v" ? texts.slice(1) : [texts[0].slice(2), ...texts.slice(1)];
    for (const value of printed(words)) add(name, value);
  }
  return pairs;
};

/** `$1`, `$2` and so on, and all of them. */
export const positional = (texts: readonly string[], add: (name: string, value: string) => void): void => {
  for (const [at, text] of texts.slice(0, 9).entries()) add(String(at + 1), text);
  for (const all of ["@", "*"]) for (const from of [0, 1]) add(all, texts.slice(from).join(" "));
};
