import type { CommandWord } from "../../loop/index.ts";
import { isInterpreter, launches, quotedTexts } from "./programs.ts";
import { sedCommands, sedScripts } from "./sed-script.ts";

type Words = readonly CommandWord[];

/** Commands that a command may run. Whether it does is unknown. */
export interface GuessedRuns {
  /** Command lines. */
  readonly lines: readonly string[];
  readonly commands: readonly Words[];
}

/** Limits per command. */
const MAX_LINES = 40;
const MAX_COMMANDS = 12;

/**
 * @param risks indexes of options that make it run code.
 * @param stdin possible standard input, if it is part of the line.
 */
export const guessedRuns = (program: string, words: Words, risks: readonly number[], stdin: readonly string[]): GuessedRuns => {
  const rest = words.slice(1);
  const interprets = isInterpreter(program);
  const runs = launches(
    program,
    rest.map(({ text }) => text),
  );
  const code = interprets ? [...(risks.length > 0 ? rest.map(({ text }) => text) : []), ...stdin] : [];
  const lines = [
    ...risks.flatMap((at) => codeNear(words, at)),
    ...(program === "git" ? gitLines(rest) : []),
    ...(/^g?sed$/.test(program) ? sedLines(words) : []),
    ...(/^p?npm$|^yarn$/.test(program) ? newScripts(rest) : []),
    ...code.flatMap(codeLines),
    ...(runs ? rest.flatMap(({ text }) => (/\s/.test(text) ? [text, ...parts(text)] : [])) : []),
  ];
  return {
    lines: [...new Set(lines.map((line) => line.trim()))].filter((line) => line !== "").slice(0, MAX_LINES),
    commands: runs ? rest.flatMap(({ text }, at) => (text.startsWith("-") ? [] : [rest.slice(at)])).slice(0, MAX_COMMANDS) : [],
  };
};

/** Definitions of git aliases (`-c alias.p=push`, `config alias.p push`), and subcommands that run other commands. */
const gitLines = (rest: Words): readonly string[] =>
  rest.flatMap(({ text }, at) => {
    const value = /^(?:-c|--config=)?alias\.[^=]*(?:=(.*))?$/is.exec(text);
    if (value !== null) return [value[1] ?? rest[at + 1]?.text ?? ""].map((line) => (line.startsWith("!") ? line.slice(1) : `git ${line}`));
    return text === "for-each-repo" ? [1, 2].map((from) => `git ${textOf(fromOperand(rest.slice(at + 1), from))}`) : [];
  });

/** Command lines in scripts: `1e ls`. */
const sedLines = (words: Words): readonly string[] =>
  sedScripts(words.map(({ text }) => text)).flatMap(({ script }) =>
    (sedCommands(script) ?? []).flatMap(({ name, text }) => (name === "e" ? [text] : [])),
  );

/** Scripts of the project that a command defines: `pkg set scripts.test=ls`. */
const newScripts = (rest: Words): readonly string[] => rest.flatMap(({ text }) => /^scripts[.[][^=]*=(.*)$/s.exec(text)?.slice(1) ?? []);

/** The words from an operand on; operands count from 1. */
const fromOperand = (words: Words, operand: number): Words => {
  const places = words.flatMap(({ text }, at) => (text.startsWith("-") ? [] : [at]));
  return words.slice(places[operand - 1] ?? words.length);
};

const textOf = (words: Words): string => words.map(({ text }) => text).join(" ");

/** The possible code of an option that runs code: its value, the next words, or all words after it. */
const codeNear = (words: Words, at: number): readonly string[] => {
  const after = words.slice(at + 1).map(({ text }) => text);
  return [
    ...parts(words[at]?.text ?? ""),
    (words[at]?.text ?? "").replace(/^-\w(?=.)/, ""),
    ...after.slice(0, 6).flatMap((text) => [text.replace(/^[^\s=]*=!?/, ""), ...parts(text)]),
    after.join(" "),
  ].flatMap((text) => [text, text.replace(/^(["'])(.*)\1$/s, "$2")]);
};

/**
 * Parts of a string where a command may begin: after `=`, `:`, `;`, `!` or `|`, after the first word, in parentheses, and
 * between the slashes of `sed`.
 */
const parts = (text: string): readonly string[] => [
  ...[...text.matchAll(/[=!|:;]/g)].slice(0, 4).map(({ index }) => text.slice(index + 1).replace(/^!/, "")),
  ...[...text.matchAll(/\(([^()]*\s[^()]*)\)/g)].slice(0, 4).map(([, inside = ""]) => inside),
  ...(/^\S*\s+\S/.test(text) ? [text.replace(/^\S*\s+/, "")] : []),
  ...(/^(?:\S*[/|,])?s?[/|,#].*[/|,#]/.test(text) ? text.split(/[/|,#]/).filter((part) => /\s/.test(part)) : []),
];

/** Command lines that code in another language may run. */
export const codeLines = (code: string): readonly string[] => [...linesInCode(code), ...parts(code)].slice(0, MAX_LINES);

/** The quoted strings, each alone, and all from one on as the words of a command. */
const linesInCode = (code: string): readonly string[] => {
  const texts = quotedTexts(code);
  return texts.length > 1 ? [...texts, ...texts.slice(0, MAX_STARTS).map((_, from) => texts.slice(from).join(" "))] : texts;
};

/** Limit of strings that are tried as the first word of a command. */
const MAX_STARTS = 4;
