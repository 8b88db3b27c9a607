import type { Command, Redirection, SyntaxNode } from "unbash";
import type { CommandWord } from "../../loop/index.ts";
import { baseName } from "./words.ts";
import { expandWord } from "./expand-word.ts";
import { patchedFiles } from "./implied-paths.ts";
import { pathUses } from "./path-uses.ts";
import { namesGiven } from "./aliases.ts";
import type { Scope } from "./scope.ts";

type Words = readonly CommandWord[];

/** They put what they read into files that they are given. */
const FILLING = new Set(["tee", "sponge"]);
const DOWNLOADING = new Set(["aria2c", "curl", "wget"]);
const STANDARD_INPUT = /^\/(?:dev\/(?:stdin|fd\/\d+)|proc\/self\/fd\/\d+)$/;
const INTO = new Set([">", ">>", ">|", "&>", "&>>", "<>", ">&"]);
/** Where it comes from is not known. */
const ANYTHING = [""];

/** Takes down what a script writes into files, wherever in it that is said. */
export const gatherWritten = (script: SyntaxNode, scope: Scope): void => {
  const visit = (node: SyntaxNode): void => {
    if (node.type === "Redirected") redirected(node.redirects, () => scope.outputOf(node.command), scope);
    if (node.type === "Command") {
      redirected(node.redirects, () => scope.outputOf(node), scope);
      for (const words of scope.wordsOf(node)) filled(words, node, scope);
    }
    scope.children(node, visit);
  };
  visit(script);
};

const redirected = (redirects: readonly Redirection[], output: () => readonly string[], scope: Scope): void => {
  for (const redirect of redirects) {
    if (redirect.type !== "Redirect" || redirect.target === undefined || !INTO.has(redirect.operator)) continue;
    if (/^(?:\d+-?|-|\/dev\/.*)$/s.test(redirect.target.value)) continue;
    const texts = orAnything(output());
    for (const [file] of expandWord(redirect.target, scope))
      if (file !== undefined) scope.files.write(file, texts, redirect.operator.endsWith(">>"));
  }
};

const filled = (words: Words, node: Command, scope: Scope): void => {
  const [program, ...rest] = words;
  const name = baseName(program?.text ?? "");
  const fed = (): readonly string[] => orAnything(scope.stdin(node));
  const options = rest.filter(({ text }) => text.startsWith("-"));
  if (FILLING.has(name))
    for (const word of rest)
      if (!options.includes(word))
        scope.files.write(
          word,
          fed(),
          options.some(({ text }) => /^(?:-\w*a|--a)/.test(text)),
        );
  if (name === "dd")
    for (const { kind, text } of rest)
      if (text.startsWith("of=")) {
        const from = rest.find((word) => word.text.startsWith("if="));
        scope.files.write(
          { kind, text: text.slice(3) },
          from === undefined ? fed() : held({ ...from, text: from.text.slice(3) }, fed, scope),
        );
      }
  if (DOWNLOADING.has(name))
    for (const { path, use } of pathUses(words)) if (use === "write") scope.files.write({ kind: "guess", text: path }, ANYTHING);
  for (const { name: link, of } of namesGiven(words)) {
    const texts = held({ kind: "guess", text: of }, fed, scope);
    if (texts.length > 0) scope.files.write({ kind: "guess", text: link }, texts);
  }
  const patches = scope.stdin(node);
  for (const { path } of patchedFiles(name, rest, patches)) scope.files.write({ kind: "guess", text: path }, patches.map(linesAdded));
};

/** What is in a file that is read. */
const held = (file: CommandWord, fed: () => readonly string[], scope: Scope): readonly string[] =>
  STANDARD_INPUT.test(file.text) ? fed() : scope.files.of(file);

const orAnything = (texts: readonly string[]): readonly string[] => (texts.length === 0 ? ANYTHING : texts);

const linesAdded = (patch: string): string =>
  patch
    .split("\n")
    .flatMap((line) => (/^\+(?!\+\+ )/.test(line) ? [line.slice(1)] : []))
    .join("\n");
