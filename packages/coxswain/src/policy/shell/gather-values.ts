import type { SyntaxNode } from "unbash";
import { expandWord } from "./expand-word.ts";
import { ASSIGNMENT } from "./own-words.ts";
import type { Scope } from "./scope.ts";

/** Values that refer to others, which refer to others again, are followed so far. */
const ROUNDS = 3;

/** Takes down what the variables of a script may hold, wherever in it that is said. */
export const gatherValues = (script: SyntaxNode, scope: Scope): void => {
  const functions = functionNames(script, scope);
  let news = true;
  const add = (name: string, value: string): void => {
    news = scope.variables.add(name, value) || news;
  };
  const visit = (node: SyntaxNode): void => {
    if (node.type === "Assignment") {
      const words = node.value.type === "Word" ? [node.value] : node.value.elements;
      const values = words.map((word) => expandWord(word, scope).map((way) => way.map(({ text }) => text).join(" ")));
      for (const value of values.flat()) {
        add(node.name, value);
        if (node.append === true) for (const before of scope.variables.of(node.name)) add(node.name, before + value);
      }
      if (values.length > 1) add(node.name, values.map(([first, second]) => second ?? first ?? "").join(" "));
    }
    if (node.type === "For" || node.type === "Select") {
      for (const word of node.wordlist ?? [])
        for (const way of expandWord(word, scope)) add(node.name.value, way.map(({ text }) => text).join(" "));
    }
    if (node.type === "Command") ofCommand(node);
    scope.parser.forEachChild(node, visit);
  };
  const ofCommand = (node: SyntaxNode & { type: "Command" }): void => {
    for (const [program, ...words] of scope.wordsOf(node)) {
      const name = program?.text ?? "";
      const texts = words.map(({ text }) => text);
      for (const text of texts) if (ASSIGNMENT.test(text)) add(text.slice(0, text.search(/\+?=/)), text.slice(text.indexOf("=") + 1));
      if (name === "read" || name === "mapfile" || name === "readarray") {
        for (const fed of scope.fed(node)) for (const variable of texts.filter((text) => /^\w+$/.test(text))) add(variable, fed.trim());
      }
      if (name === "printf" && texts[0] === "-v") add(texts[1] ?? "", texts.slice(texts[2]?.includes("%") === true ? 3 : 2).join(" "));
      if (name === "set") positional(texts[0] === "--" ? texts.slice(1) : texts, add);
      if (functions.has(name)) positional(texts, add);
    }
  };
  for (let round = 0; news && round < ROUNDS; round += 1) {
    news = false;
    visit(script);
  }
};

/** `$1`, `$2` and so on, and all of them. */
export const positional = (texts: readonly string[], add: (name: string, value: string) => void): void => {
  for (const [at, text] of texts.slice(0, 9).entries()) add(String(at + 1), text);
  for (const all of ["@", "*"]) for (const from of [0, 1]) add(all, texts.slice(from).join(" "));
};

const functionNames = (script: SyntaxNode, scope: Scope): ReadonlySet<string> => {
  const names = new Set<string>();
  const visit = (node: SyntaxNode): void => {
    if (node.type === "Function") names.add(node.name.value);
    scope.parser.forEachChild(node, visit);
  };
  visit(script);
  return names;
};
