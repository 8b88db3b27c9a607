import type { ParameterExpansionPart, ParsedScript, SyntaxNode, Word, WordPart } from "unbash";
import type { CommandWord } from "../../loop/index.ts";
import { braceExpansion } from "./brace-expansion.ts";
import type { Variables } from "./variables.ts";

/** What is known where a word stands. */
export interface Known {
  readonly parser: Parser;
  readonly variables: Variables;
  /** What a command in `$(…)` may write, as far as it can be read. */
  outputs(script: ParsedScript): readonly string[];
}

/** Words that a word of a line may become, each way it may go. The first way is the one that is most sure. */
export type Ways = readonly (readonly CommandWord[])[];

/** More ways than this are not told apart, and longer words with braces are not expanded. */
const MOST_WAYS = 80;
const LONGEST_BRACED = 2000;
/** A word of more parts that are not plain text is not put together. */
const MOST_PARTS = 100;
export const UNKNOWN: CommandWord = { kind: "unknown", text: "" };

/** Does what bash does to a word before a command sees it: braces, variables, substitutions, splitting, quotes. */
export const expandWord = (word: Word, known: Known): Ways => {
  if (word.parts?.some(({ type }) => type === "BraceExpansion") !== true) return expandParts(word, known);
  const texts = word.text.length > LONGEST_BRACED ? undefined : braceExpansion(word.text);
  if (texts === undefined) return [[UNKNOWN]];
  return product(texts.map((text) => reread(text, known)));
};

/** One after the other, in all ways. */
export const product = (all: readonly Ways[]): Ways => {
  let ways: Ways = [[]];
  for (const one of all) {
    const joined = ways.flatMap((before) => one.map((after) => [...before, ...after]));
    ways = joined.length > MOST_WAYS ? joined.slice(0, MOST_WAYS - 1).concat([[...(ways[0] ?? []), UNKNOWN]]) : joined;
  }
  return ways;
};

const reread = (text: string, known: Known): Ways => {
  const [statement] = known.parser.parse(`: ${text}`).commands;
  if (statement?.command.type !== "Command") return [[UNKNOWN]];
  const words = statement.command.suffix.filter((part) => part.type === "Word");
  return product(words.map((word) => expandParts(word, known)));
};

/** A piece of a word. `split`: where it has blanks, a new word begins. */
interface Piece extends CommandWord {
  readonly split?: true;
  readonly quoted?: true;
}

const expandParts = ({ parts, value }: Word, known: Known): Ways => {
  if (parts === undefined) return [[{ kind: "known", text: value }]];
  if (hasTooMany(parts)) return [[UNKNOWN]];
  return pieces(parts, known, false).map(wordsOf);
};

const PLAIN: ReadonlySet<WordPart["type"]> = new Set(["Literal", "SingleQuoted", "AnsiCQuoted"]);

const hasTooMany = (parts: readonly WordPart[]): boolean =>
  parts.length > MOST_PARTS && parts.filter(({ type }) => !PLAIN.has(type)).length > MOST_PARTS;

/** The alternatives of some parts, each a row of pieces. */
const pieces = (parts: readonly WordPart[], known: Known, quoted: boolean): readonly (readonly Piece[])[] => {
  let rows: Piece[][] = [[]];
  if (hasTooMany(parts)) return [[UNKNOWN]];
  for (const part of parts) {
    const alternatives = piecesOf(part, known, quoted);
    const [only, ...others] = alternatives;
    if (only !== undefined && others.length === 0) for (const row of rows) row.push(...only);
    else rows = rows.flatMap((row) => alternatives.map((more) => [...row, ...more])).slice(0, MOST_WAYS);
  }
  return rows;
};

const piecesOf = (part: WordPart, known: Known, quoted: boolean): readonly (readonly Piece[])[] => {
  switch (part.type) {
    case "Literal":
      return [[{ kind: "known", text: part.value }]];
    case "SingleQuoted":
    case "AnsiCQuoted":
      return [[{ kind: "known", text: part.value, quoted: true }]];
    case "DoubleQuoted":
    case "LocaleString":
      return pieces(part.parts, known, true).map((row) => [{ kind: "known", text: "", quoted: true }, ...row]);
    case "Glob":
      return [[{ kind: "pattern", text: part.text }]];
    case "ExtendedGlob":
      return [[UNKNOWN]];
    case "SimpleExpansion":
      return valuesOf(part.text.slice(1), known.variables, quoted);
    case "ParameterExpansion":
      return parameterValues(part, known, quoted);
    case "CommandExpansion":
      return guesses(part.script === undefined ? [] : known.outputs(part.script), quoted);
    case "ProcessSubstitution":
      return [[{ kind: "unknown", text: "/dev/fd/" }]];
    case "ArithmeticExpansion":
    case "BraceExpansion":
      return [[UNKNOWN]];
  }
};

/** Numbers that the shell keeps. */
const NUMBERS = new Set(["?", "#", "$", "!", "PPID", "BASHPID", "UID", "EUID", "RANDOM", "SECONDS", "LINENO"]);

const valuesOf = (name: string, variables: Variables, quoted: boolean): readonly (readonly Piece[])[] => {
  if (NUMBERS.has(name)) return [[{ kind: "unknown", text: "0" }], [{ kind: "guess", text: "1" }]];
  const values = variables.of(name);
  if (name === "HOME" && values.length === 1) return [[{ kind: "guess", text: "~" }]];
  return guesses(values, quoted && name !== "@");
};

/** Nobody knows, so it may be anything; but if it is one of these, or nothing at all, that is to be seen. */
const guesses = (values: readonly string[], quoted: boolean): readonly (readonly Piece[])[] => [
  [UNKNOWN],
  ...["", ...values].map((text): readonly Piece[] => [
    { kind: "guess", text, ...(quoted ? { quoted: true as const } : { split: true as const }) },
  ]),
];

const parameterValues = (part: ParameterExpansionPart, known: Known, quoted: boolean): readonly (readonly Piece[])[] => {
  const { parameter, prefix, operation, index } = part;
  if (prefix === "#") return [[{ kind: "unknown", text: "0" }]];
  const indirect = prefix === "!" ? known.variables.of(parameter).flatMap((name) => known.variables.of(name)) : [];
  const all = index?.text === "@" || index?.text === "*" || parameter === "@";
  const plain = prefix === undefined && operation === undefined && !all;
  if (plain) return valuesOf(parameter, known.variables, quoted);
  // What an operation makes of a value is not worked out; as likely it leaves it as it is.
  const standIn = operation?.type === "Default" ? expandWord(operation.operand, known) : [];
  const texts = standIn.map((words) => words.map(({ text }) => text).join(" "));
  return guesses([...indirect, ...(prefix === undefined ? known.variables.of(parameter) : []), ...texts], quoted && !all);
};

const RANK = { known: 0, guess: 1, pattern: 2, unknown: 3 } as const;

/** Puts pieces together to words. */
const wordsOf = (row: readonly Piece[]): readonly CommandWord[] => {
  const words: CommandWord[] = [];
  let open: CommandWord | undefined;
  const add = (kind: CommandWord["kind"], text: string): void => {
    const before: CommandWord = open ?? { kind: "known", text: "" };
    open = {
      kind: RANK[kind] > RANK[before.kind] ? kind : before.kind,
      text: before.kind === "unknown" ? before.text : before.text + text,
    };
  };
  const close = (): void => {
    if (open !== undefined) words.push(open);
    open = undefined;
  };
  for (const { kind, text, split, quoted } of row) {
    if (split !== true) {
      if (text !== "" || kind !== "known" || quoted === true) add(kind, text);
      continue;
    }
    for (const [at, part] of text.split(/\s+/).entries()) {
      if (at > 0) close();
      if (part !== "") add(kind, part);
    }
  }
  close();
  return words;
};

/** The parser of bash, which is loaded when the first line is to be read. */
export interface Parser {
  parse(source: string): ParsedScript;
  forEachChild(node: SyntaxNode, callback: (child: SyntaxNode) => void): void;
}
