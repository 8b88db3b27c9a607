import type { CommandWord } from "../../loop/index.ts";
import { isInterpreter, launches, quotedTexts } from "./programs.ts";

type Words = readonly CommandWord[];

/** What a command may run besides itself, where nobody knows. */
export interface GuessedRuns {
  /** Command lines. */
  readonly lines: readonly string[];
  readonly commands: readonly Words[];
}

/** More of them are not looked at. */
const MOST_LINES = 40;
const MOST_COMMANDS = 12;

/**
 * @param risks the places of options that make it run code.
 * @param fed what it may get on its standard input, as far as that is in the line.
 */
export const guessedRuns = (program: string, words: Words, risks: readonly number[], fed: readonly string[]): GuessedRuns => {
  const rest = words.slice(1);
  const interprets = isInterpreter(program);
  const runs = launches(
    program,
    rest.map(({ text }) => text),
  );
  const code = interprets ? [...(risks.length > 0 ? rest.map(({ text }) => text) : []), ...fed] : [];
  const lines = [
    ...risks.flatMap((at) => codeNear(words, at)),
    ...(program === "git" ? gitLines(rest) : []),
    ...code.flatMap(codeLines),
    ...(runs ? rest.flatMap(({ text }) => (/\s/.test(text) ? [text, ...parts(text)] : [])) : []),
  ];
  return {
    lines: [...new Set(lines.map((line) => line.trim()))].filter((line) => line !== "").slice(0, MOST_LINES),
    commands: runs ? rest.flatMap(({ text }, at) => (text.startsWith("-") ? [] : [rest.slice(at)])).slice(0, MOST_COMMANDS) : [],
  };
};

/** What aliases of git stand for, `-c alias.p=push` as `config alias.p push`, and subcommands that run others. */
const gitLines = (rest: Words): readonly string[] =>
  rest.flatMap(({ text }, at) => {
    const value = /^(?:-c|--config=)?alias\.[^=]*(?:=(.*))?$/is.exec(text);
    if (value !== null) return [value[1] ?? rest[at + 1]?.text ?? ""].map((line) => (line.startsWith("!") ? line.slice(1) : `git ${line}`));
    return text === "for-each-repo" ? [1, 2].map((from) => `git ${textOf(behindOptions(rest.slice(at + 1), from))}`) : [];
  });

/** From its operand of this number on. */
const behindOptions = (words: Words, operand: number): Words => {
  const places = words.flatMap(({ text }, at) => (text.startsWith("-") ? [] : [at]));
  return words.slice(places[operand - 1] ?? words.length);
};

const textOf = (words: Words): string => words.map(({ text }) => text).join(" ");

/** What an option that runs code may have as that code: its value, the word after it, or all that comes. */
const codeNear = (words: Words, at: number): readonly string[] => {
  const after = words.slice(at + 1).map(({ text }) => text);
  return [
    ...parts(words[at]?.text ?? ""),
    (words[at]?.text ?? "").replace(/^-\w(?=.)/, ""),
    ...after.slice(0, 6).flatMap((text) => [text.replace(/^[^\s=]*=!?/, ""), ...parts(text)]),
    after.join(" "),
  ].flatMap((text) => [text, text.replace(/^(["'])(.*)\1$/s, "$2")]);
};

/** What in a text may begin a command: what stands after `=`, `:`, `;`, `!` or `|`, after its first word, in brackets, and between the slashes of `sed`. */
const parts = (text: string): readonly string[] => [
  ...[...text.matchAll(/[=!|:;]/g)].slice(0, 4).map(({ index }) => text.slice(index + 1).replace(/^!/, "")),
  ...[...text.matchAll(/\(([^()]*\s[^()]*)\)/g)].slice(0, 4).map(([, inside = ""]) => inside),
  ...(/^\S*\s+\S/.test(text) ? [text.replace(/^\S*\s+/, "")] : []),
  ...(/^(?:\S*[/|,])?s?[/|,#].*[/|,#]/.test(text) ? text.split(/[/|,#]/).filter((part) => /\s/.test(part)) : []),
];

/** What a text in a language that is not read here may run. */
export const codeLines = (code: string): readonly string[] => [...linesInCode(code), ...parts(code)].slice(0, MOST_LINES);

/** The texts in quotes, each for itself, and all from one on as the words of a command. */
const linesInCode = (code: string): readonly string[] => {
  const texts = quotedTexts(code);
  return texts.length > 1 ? [...texts, ...texts.slice(0, MOST_STARTS).map((_, from) => texts.slice(from).join(" "))] : texts;
};

/** A command is not looked for behind more texts. */
const MOST_STARTS = 4;
