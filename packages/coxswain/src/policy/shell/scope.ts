import type { Assignment, Command, ParsedScript, Redirection, SyntaxNode, Word } from "unbash";
import type { CommandWord } from "../../loop/index.ts";
import { expandWord, type Known, type Parser, product, UNKNOWN, type Ways } from "./expand-word.ts";
import { HiddenCode } from "./hidden-code.ts";
import { PathsSeen } from "./line-paths.ts";
import { printed } from "./words.ts";
import { Variables } from "./variables.ts";
import { WrittenFiles } from "./written-files.ts";

/** Words of one command after these are not looked at. */
const MOST_WORDS = 300;

/** What is gathered while a line is read. */
export class Scope implements Known {
  readonly parser: Parser;
  readonly variables = new Variables();
  readonly unresolved = new Set<string>();
  readonly hidden = new HiddenCode();
  readonly hosts = new Set<string>();
  readonly paths = new PathsSeen();
  /** What programs are called besides, by base name. */
  readonly nicknames = new Map<string, string>();
  /** What comes after these is run only if they succeed. */
  readonly certain = new Set<SyntaxNode>();
  /** What a command of a pipe gets from the one before it. */
  readonly #before = new Map<SyntaxNode, SyntaxNode>();
  /** What is given to what the commands stand in, as to a loop. */
  #around: readonly string[] = [];
  #commands = 0;

  /** What the line writes into files. */
  readonly files: WrittenFiles;

  constructor(parser: Parser, files: WrittenFiles = new WrittenFiles()) {
    this.parser = parser;
    this.files = files;
  }

  /** Whether one more command is looked at. */
  count(): boolean {
    this.#commands += 1;
    if (this.#commands > 2000) this.unresolved.add("it has more commands than are looked at");
    return this.#commands <= 2000;
  }

  pipe(commands: readonly SyntaxNode[]): void {
    for (const [at, command] of commands.entries()) {
      const before = commands[at - 1];
      if (before !== undefined) this.#before.set(command, before);
    }
  }

  wordsOf(command: Command): Ways {
    const words = [command.name, ...command.suffix].filter((part) => part?.type === "Word" || part?.type === "Assignment");
    const read = words.slice(0, MOST_WORDS).map((word) => (word.type === "Word" ? expandWord(word, this) : this.#assigned(word)));
    return product(words.length > MOST_WORDS ? [...read, [[UNKNOWN]]] : read);
  }

  /** `name=value` as a word of its own, which is split nowhere. */
  #assigned({ name, value, text }: Assignment): Ways {
    if (value.type !== "Word") return [[{ kind: "known", text }]];
    return expandWord(value, this).map((words) => [
      { kind: words[0]?.kind ?? "known", text: `${name}=${words.map((word) => word.text).join(" ")}` },
    ]);
  }

  /** What a script may write, as far as it can be read: what it echoes. */
  outputs(script: ParsedScript): readonly string[] {
    return script.commands.flatMap(({ command }) => this.outputOf(command)).slice(0, 4);
  }

  /** What a command may get on its standard input, or reads by a name that the shell makes up. */
  stdin(command: Command): readonly string[] {
    const before = this.#before.get(command);
    const named = command.suffix.flatMap((part) => (part.type === "Word" ? this.#substituted(part) : []));
    const own = [...(before === undefined ? [] : orAnything(this.outputOf(before))), ...this.#redirected(command.redirects), ...named];
    return (own.length === 0 ? this.#around : own).slice(0, 8);
  }

  /** Goes on to what is in a node. What that gets from outside, the commands in it may read. */
  children(node: SyntaxNode, visit: (child: SyntaxNode) => void): void {
    const all = (): void => this.parser.forEachChild(node, visit);
    if (node.type === "ProcessSubstitution" && node.operator === ">") this.given([""], all);
    else if (node.type === "Redirected") this.given(this.#redirected(node.redirects), all);
    else if (node.type !== "Pipeline") all();
    else
      for (const [at, command] of node.commands.entries()) {
        const before = node.commands[at - 1];
        this.given(before === undefined ? [] : orAnything(this.outputOf(before)), () => visit(command));
      }
  }

  /** Reads what may get these texts on its standard input. */
  given<Result>(texts: readonly string[], read: () => Result): Result {
    const before = this.#around;
    if (texts.length > 0) this.#around = texts;
    const result = read();
    this.#around = before;
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
      part.type === "ProcessSubstitution" && part.operator === "<" && part.script !== undefined
        ? orAnything(this.outputs(part.script))
        : [],
    );
  }

  /** What a command may write, as far as it can be read; "" is any text. */
  outputOf(node: SyntaxNode): readonly string[] {
    if (node.type === "Pipeline") return node.commands.slice(-1).flatMap((last) => this.outputOf(last));
    if (node.type === "Redirected") return this.outputOf(node.command);
    if (node.type !== "Command") return GROUPS.has(node.type) ? this.#outputOfGroup(node) : [];
    return [
      ...new Set(
        this.wordsOf(node).flatMap((words) => [
          ...written(
            words.map(({ text }) => text),
            () => this.stdin(node),
          ),
          ...(words.length === 0 ? this.#redirected(node.redirects) : this.#shown(words)),
          ...(words.every(isKnown) ? [] : [""]),
        ]),
      ),
    ].slice(0, 4);
  }

  /** Of several commands nobody knows which of them write, and how often. */
  #outputOfGroup(group: SyntaxNode): readonly string[] {
    const texts: string[] = [];
    const visit = (node: SyntaxNode): void => {
      if (node.type !== "Command") this.parser.forEachChild(node, visit);
      else if (texts.length < MOST_JOINED) texts.push(...this.outputOf(node).slice(0, 1));
    };
    visit(group);
    return texts.length === 0 ? [] : [texts.join("\n"), texts.join(""), "", ...texts];
  }

  /** What `cat` shows of files that the line writes itself. */
  #shown([program, ...files]: readonly CommandWord[]): readonly string[] {
    if (program?.text !== "cat" || !this.files.some) return [];
    const texts = files.filter(({ text }) => !text.startsWith("-")).map((file) => this.files.of(file));
    return texts.every((one) => one.length === 0) ? [] : [...texts.flat(), ...(texts.some((one) => one.length === 0) ? [""] : [])];
  }
}

/** Commands that are one to what is around them. */
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
/** More texts are not put together. */
const MOST_JOINED = 20;

const isKnown = ({ kind }: CommandWord): boolean => kind === "known" || kind === "guess";

/** Words as one text, or any where they are not known. */
const joined = (words: readonly CommandWord[]): readonly string[] => [
  words.map(({ text }) => text).join(" "),
  ...(words.every(isKnown) ? [] : [""]),
];

/** There is a text, and nobody knows which. */
const orAnything = (texts: readonly string[]): readonly string[] => (texts.length === 0 ? [""] : texts);

const written = ([program = "", ...words]: readonly string[], fed: () => readonly string[]): readonly string[] => {
  if (program === "echo")
    return printed([
      words
        .filter((word) => !/^-[neE]+$/.test(word))
        .join(" ")
        .replaceAll("%", ""),
    ]).concat(words.join(" "));
  if (program === "printf") return printed(words[0] === "--" ? words.slice(1) : words);
  if (program === "cat" || program === "tee") return fed();
  if (program === "find") return found(words);
  return ["which", "command", "type", "basename"].includes(program) ? words.slice(-1) : [];
};

/** Folders that are gone through, or what in them has a name that is given. */
const found = (words: readonly string[]): readonly string[] => {
  const end = words.findIndex((word) => /^[-(!]/.test(word));
  const roots = end === -1 ? words : words.slice(0, end);
  const names = words.filter((_, at) => /^-i?name$/.test(words[at - 1] ?? ""));
  const folders = roots.length === 0 ? ["."] : roots;
  return (names.length === 0 ? folders : folders.flatMap((folder) => names.map((name) => `${folder}/${name}`))).slice(0, 4);
};
