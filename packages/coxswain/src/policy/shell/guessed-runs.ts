import type { CommandWord } from "../../loop/index.ts";
import { isInterpreter, quotedTexts } from "./interpreters.ts";
import { launches } from "./launchers.ts";

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
    ...code.flatMap((text) => [...linesInCode(text), ...parts(text)]),
    ...(runs ? rest.flatMap(({ text }) => (/\s/.test(text) ? [text, ...parts(text)] : [])) : []),
  ];
  return {
    lines: [...new Set(lines.map((line) => line.trim()))].filter((line) => line !== "").slice(0, MOST_LINES),
    commands: runs ? rest.flatMap(({ text }, at) => (text.startsWith("-") ? [] : [rest.slice(at)])).slice(0, MOST_COMMANDS) : [],
  };
};

/** What an option that runs code may have as that code: its value, the word after it, or all that comes. */
const codeNear = (words: Words, at: number): readonly string[] => {
  const after = words.slice(at + 1).map(({ text }) => text);
  return [
    ...parts(words[at]?.text ?? ""),
    ...after.slice(0, 6).flatMap((text) => [text.replace(/^[^\s=]*=!?/, ""), ...parts(text)]),
    after.join(" "),
  ];
};

/** What in a text may begin a command: what stands after `=`, `:`, `!` or `|`, after its first word, and between the slashes of `sed`. */
const parts = (text: string): readonly string[] => [
  ...[...text.matchAll(/[=!|:]/g)].slice(0, 4).map(({ index }) => text.slice(index + 1).replace(/^!/, "")),
  ...(/^\S*\s+\S/.test(text) ? [text.replace(/^\S*\s+/, "")] : []),
  ...(/^(?:\S*[/|,])?s?[/|,#].*[/|,#]/.test(text) ? text.split(/[/|,#]/).filter((part) => /\s/.test(part)) : []),
];

/** The texts in quotes, each for itself and all as the words of one command. */
const linesInCode = (code: string): readonly string[] => {
  const texts = quotedTexts(code);
  return texts.length > 1 ? [...texts, texts.join(" ")] : texts;
};
