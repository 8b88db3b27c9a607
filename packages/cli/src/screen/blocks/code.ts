import { escapeLine, escapeText } from "../../output/index.ts";
import type { Theme } from "../themes/index.ts";
import type { LineStyler } from "./highlighter.ts";
import { fit, wrap } from "./rows.ts";

/** Renders the first row of a block of code with its language, or without one the last row. */
export const fenceRow = (language: string, width: number, { dim }: Theme): string => fit(dim(`\`\`\`${escapeLine(language)}`), width);

/** Returns a line of code as it is shown. */
export const codeText = (line: string): string => escapeText(line.replace(/\r$/, "")).replaceAll("\t", "  ");

/** Styles a shown line of code. Without a styler all of it has one style. */
export const highlighted = (line: string, styler: LineStyler | undefined, { code }: Theme): string => styler?.next(line) ?? code(line);

/** Renders a styled line of code to rows, indented as a block of code. */
export const codeRows = (styled: string, width: number): readonly string[] =>
  wrap(styled, width - 2).map((row) => (row === "" ? "" : `  ${row}`));
