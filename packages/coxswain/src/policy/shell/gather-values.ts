import type { SyntaxNode } from "unbash";
import { expandWord } from "./expand-word.ts";
import { canChange, isRiskyVariable } from "./programs.ts";
import type { Scope } from "./scope.ts";
import { ASSIGNMENT, printed } from "./words.ts";
import type { Variables } from "./variables.ts";

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
      for (const value of values.flat().map((text) => text.replace(/^\[[^\]]*\]=/, ""))) {
        add(node.name, value);
        if (node.append === true) for (const before of scope.variables.of(node.name)) add(node.name, before + value);
      }
      if (values.length > 1) add(node.name, values.map(([first, second]) => second ?? first ?? "").join(" "));
    }
    if (node.type === "For" || node.type === "Select") {
      for (const word of node.wordlist ?? [])
        for (const way of expandWord(word, scope)) add(node.name.value, way.map(({ text }) => text).join(" "));
    }
    if (node.type === "ParameterExpansion" && node.operation?.type === "Default" && node.operation.operator.endsWith("=")) {
      for (const way of expandWord(node.operation.operand, scope)) add(node.parameter, way.map(({ text }) => text).join(" "));
      if (isRiskyVariable(node.parameter)) scope.unresolved.add(canChange(node.parameter));
    }
    if (node.type === "ParameterExpansion" && node.operation?.type === "Transform" && /[PE]/.test(node.operation.operand.text))
      scope.unresolved.add("a text in it is expanded once more, and so may be run");
    if ((node.type === "For" || node.type === "Select") && isRiskyVariable(node.name.value))
      scope.unresolved.add(canChange(node.name.value));
    if (node.type === "Command") ofCommand(node);
    scope.children(node, visit);
  };
  const ofCommand = (node: SyntaxNode & { type: "Command" }): void => {
    for (const [program, ...words] of scope.wordsOf(node)) {
      const name = program?.text ?? "";
      const texts = words.map(({ text }) => text);
      for (const [variable, value] of valuesSet(name, texts, () => scope.stdin(node), scope.variables)) {
        add(variable, value);
        if (isRiskyVariable(variable) && SETTING_QUIETLY.has(name)) scope.unresolved.add(canChange(variable));
      }
      if (functions.has(name)) positional(texts, add);
    }
  };
  for (let round = 0; news && round < ROUNDS; round += 1) {
    news = false;
    visit(script);
  }
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

type Pair = readonly [variable: string, value: string];

/** They say of a variable that there is one. */
export const DECLARING = new Set(["declare", "export", "local", "readonly", "typeset"]);
const READING = new Set(["read", "mapfile", "readarray"]);
/** They set a variable that stands in no assignment. */
const SETTING_QUIETLY: ReadonlySet<string> = new Set([...READING, "printf"]);

/** More words of what is read are not told apart. */
const MOST_WORDS = 6;

/**
 * What variables may be set to by a command of the shell.
 * @param fed what it may get on its standard input.
 */
const valuesSet = (program: string, texts: readonly string[], fed: () => readonly string[], variables: Variables): readonly Pair[] => {
  const assigned = texts.flatMap((text): readonly Pair[] =>
    ASSIGNMENT.test(text) ? [[text.slice(0, text.search(/\+?=/)), text.slice(text.indexOf("=") + 1)]] : [],
  );
  return [
    ...assigned,
    ...(DECLARING.has(program) ? otherNames(texts, variables) : []),
    ...(READING.has(program) ? wordsRead(texts, fed()) : []),
    ...others(program, texts, variables),
  ];
};

/** `declare -n name=other`: what is said of the one is said of the other. */
const otherNames = (texts: readonly string[], variables: Variables): readonly Pair[] =>
  texts.some((text) => /^-[a-zA-Z]*n/.test(text))
    ? texts.flatMap((text) => variables.of(text.slice(text.indexOf("=") + 1)).map((value): Pair => [text.replace(/=.*$/s, ""), value]))
    : [];

const wordsRead = (texts: readonly string[], fed: readonly string[]): readonly Pair[] => {
  const names = texts.filter((text) => /^\w+$/.test(text));
  const values = fed.flatMap((text) => [text.trim(), ...text.trim().split("\n"), ...text.trim().split(/[\s,:;|]+/)].slice(0, MOST_WORDS));
  return names.flatMap((name) => (values.length === 0 ? [""] : values).map((value): Pair => [name, value]));
};

const others = (program: string, texts: readonly string[], variables: Variables): readonly Pair[] => {
  const pairs: Pair[] = [];
  const add = (name: string, value: string): void => void pairs.push([name, value]);
  if (program === "set") positional(texts[0] === "--" ? texts.slice(1) : texts, add);
  if (program === "shift") for (const at of [2, 3, 4, 5, 6, 7, 8, 9]) for (const value of variables.of(String(at))) add("1", value);
  if (program === "printf" && texts[0]?.startsWith("-v") === true) {
    const [name = "", ...words] = texts[0] === "-v" ? texts.slice(1) : [texts[0].slice(2), ...texts.slice(1)];
    for (const value of printed(words)) add(name, value);
  }
  return pairs;
};

/** `$1`, `$2` and so on, and all of them. */
export const positional = (texts: readonly string[], add: (name: string, value: string) => void): void => {
  for (const [at, text] of texts.slice(0, 9).entries()) add(String(at + 1), text);
  for (const all of ["@", "*"]) for (const from of [0, 1]) add(all, texts.slice(from).join(" "));
};
