import type { ArithmeticExpression, ParameterExpansionPart, SyntaxNode, Word } from "unbash";
import type { CommandWord } from "../../loop/index.ts";
import { type WordContext, expandWord } from "./expand-word.ts";
import { isRiskyVariable, riskyVariableReason } from "./programs.ts";

/** A variable that a line assigns; undefined if its name is not known in advance. */
type Assigned = string | undefined;

/**
 * Reasons to ask because a construct assigns a variable that changes which program or configuration is used. Bash assigns
 * variables also within arithmetic, numeric tests, subscripts and slices, wherever it evaluates them, and evaluates the values
 * of variables in them again. Plain assignments are judged with their command.
 */
export const assignmentReasons = (node: SyntaxNode, context: WordContext): readonly string[] =>
  reasons(assignedBy(node, context, new Set()));

/** The same for the arguments of a builtin. */
export const builtinReasons = (name: string, words: readonly CommandWord[], context: WordContext): readonly string[] => {
  const texts = words.slice(1).map(({ text }) => text);
  return reasons([
    ...(NAMING.get(name)?.(texts) ?? []),
    ...evaluatedBy(name, texts).flatMap((text) => assignedIn(text, context, new Set())),
  ]);
};

const reasons = (names: readonly Assigned[]): readonly string[] =>
  names.flatMap((name) => {
    if (name === undefined) return ["it assigns a variable whose name is not known in advance"];
    return isRiskyVariable(name) ? [riskyVariableReason(name)] : [];
  });

/** @param seen expressions that are evaluated already; values of variables may refer to each other. */
const assignedBy = (node: SyntaxNode, context: WordContext, seen: Set<string>): readonly Assigned[] => {
  const evaluate = (...texts: readonly string[]): readonly Assigned[] => texts.flatMap((text) => assignedIn(text, context, seen));
  switch (node.type) {
    case "ArithmeticBinary":
      return /^(?:[-+*/%&^|]|<<|>>)?=$/.test(node.operator) ? nameOf(node.left) : [];
    case "ArithmeticUnary":
      return node.operator === "++" || node.operator === "--" ? nameOf(node.operand) : [];
    case "ArithmeticWord":
      return valuesOf(node, context).flatMap((text) => assignedIn(text, context, seen));
    case "ParameterExpansion":
      return evaluate(...(node.index === undefined ? [] : [node.index.text]), ...sliceTexts(node.operation));
    case "Assignment":
      return evaluate(
        ...(node.index === undefined ? [] : [node.index.text]),
        ...(node.value.type === "Word" ? [] : node.value.elements.flatMap(({ text }) => (text.startsWith("[") ? subscripts(text) : []))),
        ...(context.hasIntegers && node.value.type === "Word" ? textsOf(node.value, context) : []),
      );
    case "TestBinary":
      return /^-(?:eq|ne|lt|le|gt|ge)$/.test(node.operator)
        ? evaluate(...[node.left, node.right].flatMap((word) => textsOf(word, context)))
        : [];
    case "TestUnary":
      return node.operator === "-v" || node.operator === "-R" ? evaluate(...textsOf(node.operand, context).flatMap(subscripts)) : [];
    case "FileDescriptorVariable":
      return [node.name];
    case "Coproc":
      return node.name === undefined ? [] : textsOf(node.name, context);
    default:
      return [];
  }
};

const sliceTexts = (operation: ParameterExpansionPart["operation"]): readonly string[] =>
  operation?.type === "Slice" ? [operation.offset, operation.length].flatMap((word) => (word === undefined ? [] : [word.text])) : [];

/** A word as written, and with the values of its variables. */
const textsOf = (word: Word, context: WordContext): readonly string[] => [
  word.text,
  ...expandWord(word, context).flatMap((way) => way.filter(({ kind }) => kind !== "unknown").map(({ text }) => text)),
];

/** The assigned name. An expansion in it may be any name. */
const nameOf = (target: ArithmeticExpression): readonly Assigned[] => {
  if (target.type === "ArithmeticGroup") return nameOf(target.expression);
  if (target.type !== "ArithmeticWord") return [undefined];
  const name = unquoted(target.value).replace(/\[.*$/s, "").trim();
  return [/^\w*$/.test(name) ? name : undefined];
};

/** Strings that bash evaluates because of a word in an expression: its subscript, and the values of the variables in it. */
const valuesOf = (
  { value, parts, pos, end }: SyntaxNode & { readonly type: "ArithmeticWord" },
  context: WordContext,
): readonly string[] => {
  const name = unquoted(value)
    .replace(/\[.*$/s, "")
    .trim()
    .replace(/^\$\{?(\w+|@|\*)\}?$/, "$1");
  const expanded = parts === undefined ? [] : textsOf({ type: "Word", text: value, value, parts, pos, end }, context).slice(1);
  return [...(unquoted(value) === value ? [] : [unquoted(value)]), ...subscripts(value), ...expanded, ...context.variables.of(name)];
};

/** The variables that evaluating a string assigns. */
const assignedIn = (text: string, context: WordContext, seen: Set<string>): readonly Assigned[] => {
  const expression = unquoted(text);
  if (seen.has(expression) || /^\s*[\d@*]*\s*$/.test(expression)) return [];
  seen.add(expression);
  if (!context.count()) return [undefined];
  const script = context.parser.parse(`((${expression}))`);
  const command = script.commands[0]?.command;
  const isParsed = command?.type === "ArithmeticCommand" && command.expression !== undefined && script.errors === undefined;
  // An invalid expression stops the evaluation, unless the parser supports less than bash.
  if (!isParsed) return /(?:^|[^=!<>])=(?!=)|\+\+|--/.test(expression) ? [undefined] : [];
  const assigned: Assigned[] = [];
  const visit = (node: SyntaxNode): void => {
    assigned.push(...assignedBy(node, context, seen));
    context.parser.forEachChild(node, visit);
  };
  visit(command);
  return assigned;
};

/** Bash removes quotes in expressions. */
const unquoted = (text: string): string => text.replaceAll(/\\\n|["'\\]/g, "");

const subscripts = (text: string): readonly string[] => {
  const found = /\[(.*)\]/s.exec(text)?.[1];
  return found === undefined ? [] : [found];
};

const isName = (text: string): boolean => /^[A-Za-z_]\w*$/.test(text);
const names = (texts: readonly string[]): readonly Assigned[] => texts.filter(isName);

/** Builtins whose arguments name variables that they assign or unset, other than those that the values of a line come from. */
const NAMING: ReadonlyMap<string, (texts: readonly string[]) => readonly Assigned[]> = new Map([
  ["getopts", names],
  // `%n` assigns the number of characters so far.
  ["printf", (texts) => (texts.some((text) => COUNTING.test(text.replaceAll("%%", ""))) ? names(texts) : [])],
  ["unset", names],
  ["wait", names],
  ...["declare", "local", "typeset"].map((name) => [name, references] as const),
]);

const COUNTING = /%[-#0 +'\d.*hlLjzt]*n/;

/** `declare -n x=PATH`: every assignment of `x` assigns `PATH`. */
function references(texts: readonly string[]): readonly Assigned[] {
  if (!texts.some((text) => /^-[a-zA-Z]*n/.test(text))) return [];
  return texts
    .flatMap((text) => (text.includes("=") ? [text.slice(text.indexOf("=") + 1)] : []))
    .map((name) => (isName(name) ? name : undefined));
}

const SUBSCRIPTED = new Set("[ declare export getopts local mapfile printf read readarray readonly test typeset unset wait".split(" "));

/** Strings that a builtin evaluates. */
const evaluatedBy = (name: string, texts: readonly string[]): readonly string[] => {
  if (name === "let") return texts;
  if (!SUBSCRIPTED.has(name)) return [];
  const isInteger = texts.some((text) => /^[-+][a-zA-Z]*i/.test(text));
  return texts.flatMap((text) => [
    ...(/^\w+\[/.test(text) ? subscripts(text) : []),
    ...(isInteger && /^\w+\+?=/.test(text) ? [text.slice(text.indexOf("=") + 1)] : []),
  ]);
};
