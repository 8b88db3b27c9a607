import { escapeLine, escapeText } from "../../output/index.ts";
import type { Theme } from "../themes/index.ts";
import type { LineStyler } from "./highlighter.ts";
import { fit, wrap } from "./rows.ts";

/** Renders the row above a block of code: its language, or a word that distinguishes it from other text without colors. */
export const codeLabel = (language: string, width: number, { dim }: Theme): string => fit(dim(escapeLine(language) || "code"), width);

/** Returns a line of code as it is shown. */
export const codeText = (line: string): string => escapeText(line.replace(/\r$/, "")).replaceAll("\t", "  ");

/** Styles a shown line of code. Without a styler all of it has one style. */
export const highlighted = (line: string, styler: LineStyler | undefined, { code }: Theme): string => styler?.next(line) ?? code(line);

/** Renders a styled line of code to rows. They are not indented, so that a copy of them is the code. */
export const codeRows = (styled: string, width: number): readonly string[] => wrap(styled, width);
