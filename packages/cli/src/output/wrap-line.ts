import { displayWidth } from "./display-width.ts";

/** Wraps each line of a string. */
export const wrapText = (text: string, columns: number): string =>
  text
    .split("\n")
    .flatMap((line) => wrapLine(line, columns, ""))
    .join("\n");

/**
 * Wraps a line between words to this many columns. A word that is too long stays whole, because a command or a path with a
 * line break in it cannot be copied. Later lines begin with `indent`. Leading spaces are preserved.
 */
export const wrapLine = (line: string, columns: number, indent = "  "): readonly string[] => {
  if (displayWidth(line) <= columns) return [line];
  const [, leading = "", text = ""] = /^(\s*)(.*)$/s.exec(line) ?? [];
  const lines: string[] = [];
  let current = leading;
  let isEmpty = true;
  for (const word of text.split(" ")) {
    const longer = isEmpty ? current + word : `${current} ${word}`;
    if (isEmpty || displayWidth(longer) <= columns) current = longer;
    else {
      lines.push(current.trimEnd());
      current = indent + word;
    }
    isEmpty = false;
  }
  return [...lines, current.trimEnd()];
};
