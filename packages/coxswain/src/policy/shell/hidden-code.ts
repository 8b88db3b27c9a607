import type { SyntaxNode } from "unbash";
import { baseName } from "./words.ts";

/**
 * Detects lines that may run code from a string. Bash evaluates expressions and names, and runs substitutions in their
 * subscripts: `x='a['; x+='$(rm y)]'; ((x))` runs `rm`. A string with a substitution and anything in the line that
 * evaluates strings are unresolved together, no matter how the one reaches the other.
 */
export class HiddenCode {
  #hasSubstitution = false;
  #isEvaluated = false;
  #expandsPrompt = false;

  visit(node: SyntaxNode): void {
    this.#hasSubstitution ||= /\$[({]|`/.test(plainText(node));
    this.#isEvaluated ||= evaluatesText(node);
    // `${x@P}` expands the value of x as a prompt.
    this.#expandsPrompt ||=
      node.type === "ParameterExpansion" && node.operation?.type === "Transform" && node.operation.operand.text.includes("P");
  }

  get mayRun(): boolean {
    return this.#expandsPrompt || (this.#hasSubstitution && this.#isEvaluated);
  }
}

/** A string that bash does not parse as code. The parts of a word are visited separately. */
const plainText = (node: SyntaxNode): string => {
  if (node.type === "ArithmeticWord" || ("parts" in node && node.parts !== undefined)) return "";
  if (node.type === "HereDocBody") return node.text;
  return "value" in node && typeof node.value === "string" ? node.value : "";
};

const evaluatesText = (node: SyntaxNode): boolean => {
  switch (node.type) {
    case "ArithmeticCommand":
    case "ArithmeticExpansion":
    case "ArithmeticFor":
    case "TestCommand":
      return true;
    case "ParameterExpansion":
      return node.prefix === "!" || node.index !== undefined || node.operation?.type === "Slice";
    case "Assignment":
      return node.index !== undefined;
    case "Command":
      return EVALUATING_COMMANDS.has(baseName(node.name?.value ?? ""));
    default:
      return false;
  }
};

const EVALUATING_COMMANDS = new Set(
  "[ declare export getopts let local mapfile printf read readarray readonly test typeset unset wait".split(" "),
);
