import type { SyntaxNode } from "unbash";
import { baseName } from "./words.ts";

/**
 * Whether a line may run code out of a text. Bash works out what it takes for an expression or a name, and runs what stands in its subscripts:
 * `x='a['; x+='$(rm y)]'; ((x))` runs `rm`. A text of that kind, and something in the line that works texts out, are a doubt together, however the one
 * comes to the other.
 */
export class HiddenCode {
  #isText = false;
  #isWorkedOut = false;
  #isPrompt = false;

  see(node: SyntaxNode): void {
    this.#isText ||= /\$[({]|`/.test(plainText(node));
    this.#isWorkedOut ||= worksOut(node);
    // `${x@P}` expands what x holds as a prompt.
    this.#isPrompt ||=
      node.type === "ParameterExpansion" && node.operation?.type === "Transform" && node.operation.operand.text.includes("P");
  }

  get mayRun(): boolean {
    return this.#isPrompt || (this.#isText && this.#isWorkedOut);
  }
}

/** A text that is not read as code. A word of several parts is looked at in its parts. */
const plainText = (node: SyntaxNode): string => {
  if (node.type === "ArithmeticWord" || ("parts" in node && node.parts !== undefined)) return "";
  if (node.type === "HereDocBody") return node.text;
  return "value" in node && typeof node.value === "string" ? node.value : "";
};

const worksOut = (node: SyntaxNode): boolean => {
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
      return WORKING_OUT.has(baseName(node.name?.value ?? ""));
    default:
      return false;
  }
};

const WORKING_OUT = new Set("[ declare export getopts let local mapfile printf read readarray readonly test typeset unset wait".split(" "));
