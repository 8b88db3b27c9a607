import type { Command, Redirection, SyntaxNode } from "unbash";
import type { CommandWord } from "../../loop/index.ts";
import { baseName } from "./words.ts";
import { expandWord } from "./expand-word.ts";
import { patchedFiles } from "./implied-paths.ts";
import { pathUses } from "./path-uses.ts";
import { newNames } from "./aliases.ts";
import type { Scope } from "./scope.ts";

type Words = readonly CommandWord[];

/** Programs that write their standard input to files. */
const FILLING = new Set(["tee", "sponge"]);
const DOWNLOADING = new Set(["aria2c", "curl", "wget"]);
const STANDARD_INPUT = /^\/(?:dev\/(?:stdin|fd\/\d+)|proc\/self\/fd\/\d+)$/;
const INTO = new Set([">", ">>", ">|", "&>", "&>>", "<>", ">&"]);
const UNKNOWN_CONTENT = [""];

/** Records the files that a script writes, with their possible contents. */
export const gatherWrittenFiles = (script: SyntaxNode, scope: Scope): void => {
  const visit = (node: SyntaxNode): void => {
    if (node.type === "Redirected") recordRedirects(node.redirects, () => scope.outputOf(node.command), scope);
    if (node.type === "Command") {
      recordRedirects(node.redirects, () => scope.outputOf(node), scope);
      for (const words of scope.wordsOf(node)) recordCommand(words, node, scope);
    }
    scope.children(node, visit);
  };
  visit(script);
};

const recordRedirects = (redirects: readonly Redirection[], output: () => readonly string[], scope: Scope): void => {
  for (const redirect of redirects) {
    if (redirect.type !== "Redirect" || redirect.target === undefined || !INTO.has(redirect.operator)) continue;
    if (/^(?:\d+-?|-|\/dev\/.*)$/s.test(redirect.target.value)) continue;
    const texts = orUnknown(output());
    for (const [file] of expandWord(redirect.target, scope))
      if (file !== undefined) scope.files.write(file, texts, redirect.operator.endsWith(">>"));
  }
};

const recordCommand = (words: Words, node: Command, scope: Scope): void => {
  const [program, ...rest] = words;
  const name = baseName(program?.text ?? "");
  const stdin = (): readonly string[] => orUnknown(scope.stdin(node));
  const options = rest.filter(({ text }) => text.startsWith("-"));
  if (FILLING.has(name))
    for (const word of rest)
      if (!options.includes(word))
        scope.files.write(
          word,
          stdin(),
          options.some(({ text }) => /^(?:-\w*a|--a)/.test(text)),
        );
  if (name === "dd")
    for (const { kind, text } of rest)
      if (text.startsWith("of=")) {
        const from = rest.find((word) => word.text.startsWith("if="));
        scope.files.write(
          { kind, text: text.slice(3) },
          from === undefined ? stdin() : contentOf({ ...from, text: from.text.slice(3) }, stdin, scope),
        );
      }
  if (DOWNLOADING.has(name))
    for (const { path, use } of pathUses(words)) if (use === "write") scope.files.write({ kind: "guess", text: path }, UNKNOWN_CONTENT);
  for (const { name: link, of } of newNames(words)) {
    const texts = contentOf({ kind: "guess", text: of }, stdin, scope);
    if (texts.length > 0) scope.files.write({ kind: "guess", text: link }, texts);
  }
  const patches = scope.stdin(node);
  for (const { path } of patchedFiles(name, rest, patches)) scope.files.write({ kind: "guess", text: path }, patches.map(linesAdded));
};

/** Possible contents of a file that a command reads. */
const contentOf = (file: CommandWord, stdin: () => readonly string[], scope: Scope): readonly string[] =>
  STANDARD_INPUT.test(file.text) ? stdin() : scope.files.of(file);

const orUnknown = (texts: readonly string[]): readonly string[] => (texts.length === 0 ? UNKNOWN_CONTENT : texts);

const linesAdded = (patch: string): string =>
  patch
    .split("\n")
    .flatMap((line) => (/^\+(?!\+\+ )/.test(line) ? [line.slice(1)] : []))
    .join("\n");
