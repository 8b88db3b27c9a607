import type { ParameterExpansionPart, ParsedScript, SyntaxNode, Word, WordPart } from "unbash";
import type { CommandWord } from "../../loop/index.ts";
import { braceExpansion } from "./brace-expansion.ts";
import type { Variables } from "./variables.ts";

/** The information that the expansion of a word needs. */
export interface WordContext {
  readonly parser: Parser;
  readonly variables: Variables;
  /** True if the line declares variables as integers: bash evaluates the values assigned to them. */
  readonly hasIntegers: boolean;
  /** Counts a command or an expression. Returns false beyond the limit of a line. */
  count(): boolean;
  /** Possible outputs of a command in `$(…)`. */
  outputs(script: ParsedScript): readonly string[];
}

/** The alternative expansions of a word, each a list of words. The first one is the most certain. */
export type Alternatives = readonly (readonly CommandWord[])[];

/** Limit of alternatives per word. */
const MAX_ALTERNATIVES = 80;
/** Longer words with braces are not expanded. */
const MAX_BRACED_LENGTH = 2000;
/** Words with more parts that are not plain text are unknown. */
const MAX_PARTS = 100;
export const UNKNOWN: CommandWord = { kind: "unknown", text: "" };

/** Expands a word as bash does: braces, variables, substitutions, splitting, quotes. */
export const expandWord = (word: Word, context: WordContext): Alternatives => {
  if (word.parts?.some(({ type }) => type === "BraceExpansion") !== true) return expandParts(word, context);
  const texts = word.text.length > MAX_BRACED_LENGTH ? undefined : braceExpansion(word.text);
  if (texts === undefined) return [[UNKNOWN]];
  return product(texts.map((text) => reread(text, context)));
};

/** All combinations of alternatives, in sequence. */
export const product = (all: readonly Alternatives[]): Alternatives => {
  let alternatives: Alternatives = [[]];
  for (const one of all) {
    const joined = alternatives.flatMap((before) => one.map((after) => [...before, ...after]));
    alternatives =
      joined.length > MAX_ALTERNATIVES ? joined.slice(0, MAX_ALTERNATIVES - 1).concat([[...(alternatives[0] ?? []), UNKNOWN]]) : joined;
  }
  return alternatives;
};

const reread = (text: string, context: WordContext): Alternatives => {
  const [statement] = context.parser.parse(`: ${text}`).commands;
  if (statement?.command.type !== "Command") return [[UNKNOWN]];
  const words = statement.command.suffix.filter((part) => part.type === "Word");
  return product(words.map((word) => expandParts(word, context)));
};

/** A piece of a word. `split`: bash splits it into words at whitespace. */
interface Piece extends CommandWord {
  readonly split?: true;
  readonly quoted?: true;
}

const expandParts = ({ parts, value }: Word, context: WordContext): Alternatives => {
  if (parts === undefined) return [[{ kind: "known", text: value }]];
  if (hasTooMany(parts)) return [[UNKNOWN]];
  return pieces(parts, context, false).map(wordsOf);
};

const PLAIN: ReadonlySet<WordPart["type"]> = new Set(["Literal", "SingleQuoted", "AnsiCQuoted"]);

const hasTooMany = (parts: readonly WordPart[]): boolean =>
  parts.length > MAX_PARTS && parts.filter(({ type }) => !PLAIN.has(type)).length > MAX_PARTS;

/** The alternatives of some parts, each a list of pieces. */
const pieces = (parts: readonly WordPart[], context: WordContext, quoted: boolean): readonly (readonly Piece[])[] => {
  let rows: Piece[][] = [[]];
  if (hasTooMany(parts)) return [[UNKNOWN]];
  for (const part of parts) {
    const alternatives = piecesOf(part, context, quoted);
    const [only, ...others] = alternatives;
    if (only !== undefined && others.length === 0) for (const row of rows) row.push(...only);
    else rows = rows.flatMap((row) => alternatives.map((more) => [...row, ...more])).slice(0, MAX_ALTERNATIVES);
  }
  return rows;
};

const piecesOf = (part: WordPart, context: WordContext, quoted: boolean): readonly (readonly Piece[])[] => {
  switch (part.type) {
    case "Literal":
      return [[{ kind: "known", text: part.value }]];
    case "SingleQuoted":
    case "AnsiCQuoted":
      return [[{ kind: "known", text: part.value, quoted: true }]];
    case "DoubleQuoted":
    case "LocaleString":
      return pieces(part.parts, context, true).map((row) => [{ kind: "known", text: "", quoted: true }, ...row]);
    case "Glob":
      return [[{ kind: "pattern", text: part.text }]];
    case "ExtendedGlob":
      return [[UNKNOWN]];
    case "SimpleExpansion":
      return valuesOf(part.text.slice(1), context.variables, quoted);
    case "ParameterExpansion":
      return parameterValues(part, context, quoted);
    case "CommandExpansion":
      return guesses(part.script === undefined ? [] : context.outputs(part.script), quoted);
    case "ProcessSubstitution":
      return [[{ kind: "unknown", text: "/dev/fd/" }]];
    case "ArithmeticExpansion":
    case "BraceExpansion":
      return [[UNKNOWN]];
  }
};

/** Variables of the shell that hold a number. */
const NUMBERS = new Set(["?", "#", "$", "!", "PPID", "BASHPID", "UID", "EUID", "RANDOM", "SECONDS", "LINENO"]);

const valuesOf = (name: string, variables: Variables, quoted: boolean): readonly (readonly Piece[])[] => {
  if (NUMBERS.has(name)) return [[{ kind: "unknown", text: "0" }], [{ kind: "guess", text: "1" }]];
  const values = variables.of(name);
  if (name === "HOME" && values.length === 1) return [[{ kind: "guess", text: "~" }]];
  return guesses(values, quoted && name !== "@");
};

/** The value is unknown, but it may be one of these or empty. */
const guesses = (values: readonly string[], quoted: boolean): readonly (readonly Piece[])[] => [
  [UNKNOWN],
  ...["", ...values].map((text): readonly Piece[] => [
    { kind: "guess", text, ...(quoted ? { quoted: true as const } : { split: true as const }) },
  ]),
];

const parameterValues = (part: ParameterExpansionPart, context: WordContext, quoted: boolean): readonly (readonly Piece[])[] => {
  const { parameter, prefix, operation, index } = part;
  if (prefix === "#") return [[{ kind: "unknown", text: "0" }]];
  const indirect = prefix === "!" ? context.variables.of(parameter).flatMap((name) => context.variables.of(name)) : [];
  const all = index?.text === "@" || index?.text === "*" || parameter === "@";
  const plain = prefix === undefined && operation === undefined && !all;
  if (plain) return valuesOf(parameter, context.variables, quoted);
  // Operations are not evaluated: the value may as well be unchanged.
  const defaults = operation?.type === "Default" ? expandWord(operation.operand, context) : [];
  const texts = defaults.map((words) => words.map(({ text }) => text).join(" "));
  return guesses([...indirect, ...(prefix === undefined ? context.variables.of(parameter) : []), ...texts], quoted && !all);
};

const RANK = { known: 0, guess: 1, pattern: 2, unknown: 3 } as const;

/** Joins pieces into words. */
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

/** The parser of bash, loaded with the first line. */
export interface Parser {
  parse(source: string): ParsedScript;
  forEachChild(node: SyntaxNode, callback: (child: SyntaxNode) => void): void;
}
