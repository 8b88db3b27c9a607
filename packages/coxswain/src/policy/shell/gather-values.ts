import type { SyntaxNode } from "unbash";
import { expandWord } from "./expand-word.ts";
import { riskyVariableReason, isRiskyVariable } from "./programs.ts";
import type { Scope } from "./scope.ts";
import { ASSIGNMENT, printfOutput } from "./words.ts";
import type { Variables } from "./variables.ts";

/** Limit of passes. A value may refer to another variable, whose value refers to a third one. */
const MAX_ROUNDS = 3;

/** Records the possible values of a script's variables, wherever the script sets them. */
export const gatherValues = (script: SyntaxNode, scope: Scope): void => {
  const functions = functionNames(script, scope);
  let changed = true;
  const add = (name: string, value: string): void => {
    changed = scope.variables.add(name, value) || changed;
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
      if (isRiskyVariable(node.parameter)) scope.unresolved.add(riskyVariableReason(node.parameter));
    }
    if (node.type === "ParameterExpansion" && node.operation?.type === "Transform" && /[PE]/.test(node.operation.operand.text))
      scope.unresolved.add("a string in it is expanded again, and may run code");
    if ((node.type === "For" || node.type === "Select") && isRiskyVariable(node.name.value))
      scope.unresolved.add(riskyVariableReason(node.name.value));
    if (node.type === "Command") addFromCommand(node);
    scope.children(node, visit);
  };
  const addFromCommand = (node: SyntaxNode & { type: "Command" }): void => {
    for (const [program, ...words] of scope.wordsOf(node)) {
      const name = program?.text ?? "";
      const texts = words.map(({ text }) => text);
      scope.hasIntegers ||= DECLARING.has(name) && texts.some((text) => /^-[a-zA-Z]*i/.test(text));
      for (const [variable, value] of valuesSet(name, texts, () => scope.stdin(node), scope.variables)) {
        add(variable, value);
        if (isRiskyVariable(variable) && SETTING.has(name)) scope.unresolved.add(riskyVariableReason(variable));
      }
      if (functions.has(name)) positional(texts, add);
    }
  };
  for (let round = 0; changed && round < MAX_ROUNDS; round += 1) {
    changed = false;
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

/** Builtins that declare a variable. */
export const DECLARING = new Set(["declare", "export", "local", "readonly", "typeset"]);
const READING = new Set(["read", "mapfile", "readarray"]);
/** Builtins that set a variable without an assignment. */
const SETTING: ReadonlySet<string> = new Set([...READING, "printf"]);

/** Limit of words per input of `read`. */
const MAX_WORDS = 6;

/**
 * Variables that a builtin sets, with their possible values.
 * @param stdin possible standard input of the command.
 */
const valuesSet = (program: string, texts: readonly string[], stdin: () => readonly string[], variables: Variables): readonly Pair[] => {
  const assigned = texts.flatMap((text): readonly Pair[] =>
    ASSIGNMENT.test(text) ? [[text.slice(0, text.search(/\+?=/)), text.slice(text.indexOf("=") + 1)]] : [],
  );
  return [
    ...assigned,
    ...(DECLARING.has(program) ? referenceValues(texts, variables) : []),
    ...(READING.has(program) ? wordsRead(texts, stdin()) : []),
    ...others(program, texts, variables),
  ];
};

/** `declare -n name=other`: a reference has the values of its target. */
const referenceValues = (texts: readonly string[], variables: Variables): readonly Pair[] =>
  texts.some((text) => /^-[a-zA-Z]*n/.test(text))
    ? texts.flatMap((text) => variables.of(text.slice(text.indexOf("=") + 1)).map((value): Pair => [text.replace(/=.*$/s, ""), value]))
    : [];

const wordsRead = (texts: readonly string[], stdin: readonly string[]): readonly Pair[] => {
  const names = texts.filter((text) => /^\w+$/.test(text));
  const values = stdin.flatMap((text) => [text.trim(), ...text.trim().split("\n"), ...text.trim().split(/[\s,:;|]+/)].slice(0, MAX_WORDS));
  return names.flatMap((name) => (values.length === 0 ? [""] : values).map((value): Pair => [name, value]));
};

const others = (program: string, texts: readonly string[], variables: Variables): readonly Pair[] => {
  const pairs: Pair[] = [];
  const add = (name: string, value: string): void => void pairs.push([name, value]);
  if (program === "set") positional(texts[0] === "--" ? texts.slice(1) : texts, add);
  if (program === "shift") for (const at of [2, 3, 4, 5, 6, 7, 8, 9]) for (const value of variables.of(String(at))) add("1", value);
  if (program === "printf" && texts[0]?.startsWith("-v") === true) {
    const [name = "", ...words] = texts[0] === "-v" ? texts.slice(1) : [texts[0].slice(2), ...texts.slice(1)];
    for (const value of printfOutput(words)) add(name, value);
  }
  return pairs;
};

/** Sets `$1`, `$2` and so on, `$@` and `$*`. */
export const positional = (texts: readonly string[], add: (name: string, value: string) => void): void => {
  for (const [at, text] of texts.slice(0, 9).entries()) add(String(at + 1), text);
  for (const all of ["@", "*"]) for (const from of [0, 1]) add(all, texts.slice(from).join(" "));
};
