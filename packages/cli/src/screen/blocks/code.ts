import { escapeText } from "../../output/index.ts";
import type { Theme } from "../themes/index.ts";
import { wrap } from "./rows.ts";

/** Renders the first row of a block of code with its language, or without one the last row. */
export const fenceRow = (language: string, { dim }: Theme): string => dim(`\`\`\`${escapeText(language)}`);

/** Renders a line of code to rows, indented as a block of code. */
export const codeRows = (line: string, _language: string, width: number, { code }: Theme): readonly string[] =>
  wrap(escapeText(line).replaceAll("\t", "  "), width - 2).map((row) => (row === "" ? "" : `  ${code(row)}`));
