import type { SyntaxNode } from "unbash";
import { expandWord } from "./expand-word.ts";
import { canChange, isRiskyVariable } from "./risky-variables.ts";
import type { Scope } from "./scope.ts";
import { positional, SETTING_QUIETLY, valuesSet } from "./values-set.ts";

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
