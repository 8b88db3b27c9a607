import { createScanner, type Edit, type Node } from "jsonc-parser";

/**
 * Returns the edits that remove a property with its comma, and its line if that becomes empty. Comments are preserved,
 * except between a value and its comma; the parser's own `modify` also removes comments around the property.
 */
export const removeProperty = (source: string, property: Node): readonly Edit[] => {
  const siblings = property.parent?.children ?? [];
  const before = siblings[siblings.indexOf(property) - 1];
  const after = commaFrom(source, endOf(property));
  const lonely = after === undefined && before !== undefined ? commaFrom(source, endOf(before)) : undefined;
  const gap = withBlanks(source, property.offset, after === undefined ? endOf(property) : after + 1);
  return [...(lonely === undefined ? [] : [cut(lonely, lonely + 1)]), cut(gap.start, gap.end)];
};

const endOf = ({ offset, length }: Node): number => offset + length;

const cut = (start: number, end: number): Edit => ({ offset: start, length: end - start, content: "" });

/** Returns the offset of the next comma if only comments precede it. */
const commaFrom = (source: string, offset: number): number | undefined => {
  const scanner = createScanner(source, true);
  scanner.setPosition(offset);
  scanner.scan();
  const next = scanner.getTokenOffset();
  return source[next] === "," ? next : undefined;
};

/** Extends the range to the whole line if it would become empty, otherwise to the blanks on one side. */
const withBlanks = (source: string, start: number, end: number): { readonly start: number; readonly end: number } => {
  const head = start - (/[ \t]*$/.exec(source.slice(0, start))?.[0].length ?? 0);
  const tail = end + (/^[ \t]*/.exec(source.slice(end))?.[0].length ?? 0);
  const line = /^\r?\n/.exec(source.slice(tail))?.[0];
  if (line !== undefined && /(^|\n)$/.test(source.slice(0, head))) return { start: head, end: tail + line.length };
  return source[tail] === "}" ? { start: head, end } : { start, end: tail };
};
