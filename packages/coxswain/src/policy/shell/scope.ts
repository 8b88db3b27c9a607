import type { Assignment, Command, ParsedScript, Redirection, SyntaxNode, Word } from "unbash";
import type { CommandWord } from "../../loop/index.ts";
import { expandWord, type WordContext, type Parser, product, UNKNOWN, type Alternatives } from "./expand-word.ts";
import { HiddenCode } from "./hidden-code.ts";
import { LinePaths } from "./line-paths.ts";
import { printfOutput } from "./words.ts";
import { Variables } from "./variables.ts";
import { WrittenFiles } from "./written-files.ts";

/** Limit of words per command. */
const MAX_WORDS = 300;
/** Limit of commands and evaluated expressions per line. */
const MAX_COMMANDS = 2000;

/** The state of reading one line. */
export class Scope implements WordContext {
  readonly parser: Parser;
  readonly variables = new Variables();
  hasIntegers = false;
  readonly unresolved = new Set<string>();
  readonly hidden = new HiddenCode();
  readonly hosts = new Set<string>();
  readonly paths = new LinePaths();
  /** Other names of programs, by base name. */
  readonly aliases = new Map<string, string>();
  /** Commands that must succeed for the next command to run. */
  readonly certain = new Set<SyntaxNode>();
  /** False if the line defines a function with the name `cd` or `pushd`. */
  changesFolder = true;
  /** The command before each command of a pipe. */
  readonly #pipedFrom = new Map<SyntaxNode, SyntaxNode>();
  /** Standard input of the surrounding construct, such as a loop. */
  #inheritedStdin: readonly string[] = [];
  #commands = 0;

  readonly files: WrittenFiles;

  constructor(parser: Parser, files: WrittenFiles = new WrittenFiles()) {
    this.parser = parser;
    this.files = files;
  }

  /** Counts a command or an expression. Returns false beyond the limit. */
  count(): boolean {
    this.#commands += 1;
    if (this.#commands > MAX_COMMANDS) this.unresolved.add("it has too many commands to check");
    return this.#commands <= MAX_COMMANDS;
  }

  pipe(commands: readonly SyntaxNode[]): void {
    for (const [at, command] of commands.entries()) {
      const before = commands[at - 1];
      if (before !== undefined) this.#pipedFrom.set(command, before);
    }
  }

  wordsOf(command: Command): Alternatives {
    const words = [command.name, ...command.suffix].filter((part) => part?.type === "Word" || part?.type === "Assignment");
    const read = words.slice(0, MAX_WORDS).map((word) => (word.type === "Word" ? expandWord(word, this) : this.#assigned(word)));
    return product(words.length > MAX_WORDS ? [...read, [[UNKNOWN]]] : read);
  }

  /** `name=value` as one word, which bash does not split. */
  #assigned({ name, value, text }: Assignment): Alternatives {
    if (value.type !== "Word") return [[{ kind: "known", text }]];
    return expandWord(value, this).map((words) => [
      { kind: words[0]?.kind ?? "known", text: `${name}=${words.map((word) => word.text).join(" ")}` },
    ]);
  }

  /** Possible outputs of a script. */
  outputs(script: ParsedScript): readonly string[] {
    return script.commands.flatMap(({ command }) => this.outputOf(command)).slice(0, 4);
  }

  /** Possible standard input of a command, and content of its `<(…)` arguments. */
  stdin(command: Command): readonly string[] {
    const before = this.#pipedFrom.get(command);
    const named = command.suffix.flatMap((part) => (part.type === "Word" ? this.#substituted(part) : []));
    const own = [...(before === undefined ? [] : orUnknown(this.outputOf(before))), ...this.#redirected(command.redirects), ...named];
    return (own.length === 0 ? this.#inheritedStdin : own).slice(0, 8);
  }

  /** Visits the children of a node. Commands in it may read the standard input of the node. */
  children(node: SyntaxNode, visit: (child: SyntaxNode) => void): void {
    const all = (): void => this.parser.forEachChild(node, visit);
    if (node.type === "ProcessSubstitution" && node.operator === ">") this.withStdin([""], all);
    else if (node.type === "Redirected") this.withStdin(this.#redirected(node.redirects), all);
    else if (node.type !== "Pipeline") all();
    else
      for (const [at, command] of node.commands.entries()) {
        const before = node.commands[at - 1];
        this.withStdin(before === undefined ? [] : orUnknown(this.outputOf(before)), () => visit(command));
      }
  }

  /** Calls a function that reads commands with this standard input. */
  withStdin<Result>(texts: readonly string[], read: () => Result): Result {
    const before = this.#inheritedStdin;
    if (texts.length > 0) this.#inheritedStdin = texts;
    const result = read();
    this.#inheritedStdin = before;
    return result;
  }

  #redirected(redirects: readonly Redirection[]): readonly string[] {
    return redirects.flatMap((redirect) => {
      if (redirect.type === "HereDoc") return [redirect.body.text];
      if (redirect.target === undefined) return [];
      if (redirect.type === "HereString") return this.#texts(redirect.target);
      const read =
        redirect.operator === "<"
          ? expandWord(redirect.target, this).flatMap(([file]) => (file === undefined ? [] : this.files.of(file)))
          : [];
      return [...read, ...this.#substituted(redirect.target)];
    });
  }

  #texts(word: Word): readonly string[] {
    return expandWord(word, this).flatMap(joined);
  }

  #substituted({ parts = [] }: Word): readonly string[] {
    return parts.flatMap((part) =>
      part.type === "ProcessSubstitution" && part.operator === "<" && part.script !== undefined ? orUnknown(this.outputs(part.script)) : [],
    );
  }

  /** Possible outputs of a command; "" is unknown output. */
  outputOf(node: SyntaxNode): readonly string[] {
    if (node.type === "Pipeline") return node.commands.slice(-1).flatMap((last) => this.outputOf(last));
    if (node.type === "Redirected") return this.outputOf(node.command);
    if (node.type !== "Command") return GROUPS.has(node.type) ? this.#outputOfGroup(node) : [];
    return [
      ...new Set(
        this.wordsOf(node).flatMap((words) => [
          ...outputOfProgram(
            words.map(({ text }) => text),
            () => this.stdin(node),
          ),
          ...(words.length === 0 ? this.#redirected(node.redirects) : this.#catOutput(words)),
          ...(words.every(isKnown) ? [] : [""]),
        ]),
      ),
    ].slice(0, 4);
  }

  /** Possible outputs of several commands, of which any may run, any number of times. */
  #outputOfGroup(group: SyntaxNode): readonly string[] {
    const texts: string[] = [];
    const visit = (node: SyntaxNode): void => {
      if (node.type !== "Command") this.parser.forEachChild(node, visit);
      else if (texts.length < MAX_JOINED) texts.push(...this.outputOf(node).slice(0, 1));
    };
    visit(group);
    return texts.length === 0 ? [] : [texts.join("\n"), texts.join(""), "", ...texts];
  }

  /** The output of `cat` for files that the line writes. */
  #catOutput([program, ...files]: readonly CommandWord[]): readonly string[] {
    if (program?.text !== "cat" || !this.files.hasAny) return [];
    const texts = files.filter(({ text }) => !text.startsWith("-")).map((file) => this.files.of(file));
    return texts.every((one) => one.length === 0) ? [] : [...texts.flat(), ...(texts.some((one) => one.length === 0) ? [""] : [])];
  }
}

/** Compound commands. */
const GROUPS: ReadonlySet<SyntaxNode["type"]> = new Set([
  "BraceGroup",
  "Subshell",
  "If",
  "For",
  "ArithmeticFor",
  "While",
  "Case",
  "AndOr",
  "Select",
]);
/** Limit of outputs that are joined. */
const MAX_JOINED = 20;

const isKnown = ({ kind }: CommandWord): boolean => kind === "known" || kind === "guess";

/** The words as one string, and unknown text if a word is unknown. */
const joined = (words: readonly CommandWord[]): readonly string[] => [
  words.map(({ text }) => text).join(" "),
  ...(words.every(isKnown) ? [] : [""]),
];

/** Without a known text, unknown text. */
const orUnknown = (texts: readonly string[]): readonly string[] => (texts.length === 0 ? [""] : texts);

const outputOfProgram = ([program = "", ...words]: readonly string[], stdin: () => readonly string[]): readonly string[] => {
  if (program === "echo")
    return printfOutput([
      words
        .filter((word) => !/^-[neE]+$/.test(word))
        .join(" ")
        .replaceAll("%", ""),
    ]).concat(words.join(" "));
  if (program === "printf") return printfOutput(words[0] === "--" ? words.slice(1) : words);
  if (program === "cat" || program === "tee") return stdin();
  if (program === "find") return findOutput(words);
  return ["which", "command", "type", "basename"].includes(program) ? words.slice(-1) : [];
};

/** The folders that `find` searches, or files with the given names in them. */
const findOutput = (words: readonly string[]): readonly string[] => {
  const end = words.findIndex((word) => /^[-(!]/.test(word));
  const roots = end === -1 ? words : words.slice(0, end);
  const names = words.filter((_, at) => /^-i?name$/.test(words[at - 1] ?? ""));
  const folders = roots.length === 0 ? ["."] : roots;
  return (names.length === 0 ? folders : folders.flatMap((folder) => names.map((name) => `${folder}/${name}`))).slice(0, 4);
};
