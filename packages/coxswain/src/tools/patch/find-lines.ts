import { indentOf, type Reindentation, reindentation } from "../indentation.ts";
import { lookAlikes } from "../near-miss.ts";
import { occurrences } from "../occurrences.ts";

/** Location of matching lines and the conversion of new lines to their indentation. */
export interface FoundLines {
  readonly at: number;
  readonly reindent: Reindentation;
  /** Description of the difference from the requested lines. Undefined if they are equal. */
  readonly difference?: string;
  /** Second location with an equal match. */
  readonly another?: number;
  /** True if the lines should be at the end of the text but are not. */
  readonly notAtEnd?: boolean;
}

interface Likeness {
  readonly of: (line: string) => string;
  readonly difference?: string;
}

/** Comparisons from strict to tolerant. The first one with a match is used. */
const LIKENESSES: readonly Likeness[] = [
  { of: (line) => line },
  { of: (line) => line.trimEnd(), difference: "white space at the ends of lines" },
  { of: (line) => line.trim(), difference: "indentation" },
  { of: (line) => lookAlikes(line).trim(), difference: "characters that look the same" },
];

/** Finds the first match from `from` on. With `atEnd`, prefers a match at the end of the text. */
export type FindLines = (requested: readonly string[], from: number, atEnd: boolean) => FoundLines | undefined;

/** Creates a search over lines. Normalizes the lines once for each comparison. */
export const findingLines = (lines: readonly string[]): FindLines => {
  const alike = LIKENESSES.map((): readonly string[] | undefined => undefined);
  return (requested, from, atEnd) => {
    for (const [index, { of, difference }] of LIKENESSES.entries()) {
      const there = (alike[index] ??= lines.map(of));
      const normalized = requested.map(of);
      const last = lines.length - requested.length;
      const [end] = atEnd && last >= from ? occurrences(there, normalized, { from: last }) : [];
      const [first, another] = end === undefined ? occurrences(there, normalized, { from, most: 2 }) : [end];
      const reindent = first === undefined ? undefined : reindentation(indentsOf(requested, lines.slice(first, first + requested.length)));
      if (first === undefined || reindent === undefined) continue;
      return {
        at: first,
        reindent,
        ...(difference === undefined ? {} : { difference }),
        ...(another === undefined ? {} : { another }),
        ...(atEnd && end === undefined ? { notAtEnd: true } : {}),
      };
    }
    return undefined;
  };
};

const indentsOf = (requested: readonly string[], there: readonly string[]): readonly (readonly [string, string])[] =>
  requested.flatMap((line, index) => (line.trim() === "" ? [] : [[indentOf(line), indentOf(there[index] ?? "")] as const]));
