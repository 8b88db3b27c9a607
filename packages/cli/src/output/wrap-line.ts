import { displayWidth } from "./display-width.ts";

/** Wraps each line of a string. */
export const wrapText = (text: string, columns: number): string =>
  text
    .split("\n")
    .flatMap((line) => wrapLine(line, columns, ""))
    .join("\n");

/** A word with the space before it. A quoted argument of a command is one word. */
const WORD = /(\s*)((?:(?<!\w)'[^']*'|"[^"]*"|`[^`]*`|\S)+)/g;

/**
 * Wraps a line between words to this many columns. A word that is too long stays whole, because a command or a path with a
 * line break in it cannot be copied. Later lines begin with `indent`. Leading spaces are preserved.
 */
export const wrapLine = (line: string, columns: number, indent = "  "): readonly string[] => {
  if (displayWidth(line) <= columns) return [line];
  const [, leading = "", text = ""] = /^(\s*)(.*)$/s.exec(line) ?? [];
  const lines: string[] = [];
  let current = leading;
  for (const [, space = "", word = ""] of text.matchAll(WORD)) {
    const longer = current + space + word;
    if (current === leading || displayWidth(longer) <= columns) current = longer;
    else {
      lines.push(current);
      current = indent + word;
    }
  }
  return [...lines, current];
};
