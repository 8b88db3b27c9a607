import type { ParsedScript, SyntaxNode } from "unbash";

/** The parser of bash, which is loaded when the first line is to be read. */
export interface Parser {
  parse(source: string): ParsedScript;
  forEachChild(node: SyntaxNode, callback: (child: SyntaxNode) => void): void;
}
