import type { SyntaxNode } from "unbash";
import type { CommandWord } from "../../loop/index.ts";
import { expandWord, type Known } from "./expand-word.ts";

type For = SyntaxNode & { readonly type: "For" };

/** More values of a loop are not told apart. */
const MOST = 20;

/**
 * What the variable of a loop is in its body, one value after the other: known, where nothing else in the script can give it another one.
 * Undefined where that is not sure.
 */
export const loopValues = (loop: For, script: SyntaxNode, known: Known): readonly CommandWord[] | undefined => {
  const values = (loop.wordlist ?? []).map((word) => expandWord(word, known));
  if (loop.wordlist === undefined || values.some((ways) => ways.length !== 1) || mayBeSet(loop, script, known)) return undefined;
  const words = values.flatMap(([way = []]) => way);
  const sure = words.every(({ kind }) => kind === "known" || kind === "pattern");
  return sure && words.length > 0 && words.length <= MOST ? words : undefined;
};

/** They can set a variable that stands in no assignment. */
const SETTING = new Set(
  "read mapfile readarray printf declare typeset local export readonly unset let getopts eval source . trap wait coproc alias".split(" "),
);

const mayBeSet = (loop: For, script: SyntaxNode, known: Known): boolean => {
  const name = loop.name.value;
  let found = false;
  const visit = (node: SyntaxNode): void => {
    if (node !== loop && (node.type === "For" || node.type === "Select") && node.name.value === name) found = true;
    if (node.type === "Assignment" && node.name === name) found = true;
    if (node.type === "ParameterExpansion" && node.parameter === name && (node.prefix !== undefined || /=/.test(operatorOf(node))))
      found = true;
    if (node.type.startsWith("Arithmetic") || node.type === "Coproc") found = true;
    if (node.type === "Command" && (node.name === undefined || node.name.parts !== undefined || SETTING.has(node.name.value)))
      found ||= node.name !== undefined;
    known.parser.forEachChild(node, visit);
  };
  visit(script);
  return found;
};

const operatorOf = ({ operation }: SyntaxNode & { readonly type: "ParameterExpansion" }): string =>
  operation !== undefined && "operator" in operation ? operation.operator : "";
