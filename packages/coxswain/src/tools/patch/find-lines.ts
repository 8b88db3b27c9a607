import { indentOf, type Reindentation, reindentation } from "../indentation.ts";
import { lookAlikes } from "../near-miss.ts";
import { occurrences } from "../occurrences.ts";

/** Where lines are, and how new ones are indented there. */
export interface FoundLines {
  readonly at: number;
  readonly reindent: Reindentation;
  /** In what they differ from those that were wanted; undefined: in nothing. */
  readonly difference?: string;
  /** Another place where they are just so. */
  readonly another?: number;
  /** Whether they were to be at the end, and are not. */
  readonly notAtEnd?: boolean;
}

interface Likeness {
  readonly of: (line: string) => string;
  readonly difference?: string;
}

/** From the strictest on: the first one by which the lines are anywhere decides. */
const LIKENESSES: readonly Likeness[] = [
  { of: (line) => line },
  { of: (line) => line.trimEnd(), difference: "white space at the ends of lines" },
  { of: (line) => line.trim(), difference: "indentation" },
  { of: (line) => lookAlikes(line).trim(), difference: "characters that look alike" },
];

/** The first place from `from` on where lines are like the wanted ones; at the text's end where they are to be there. */
export type FindLines = (wanted: readonly string[], from: number, atEnd: boolean) => FoundLines | undefined;

/** Looks for lines among others, which are made comparable once. */
export const findingLines = (lines: readonly string[]): FindLines => {
  const alike = LIKENESSES.map((): readonly string[] | undefined => undefined);
  return (wanted, from, atEnd) => {
    for (const [index, { of, difference }] of LIKENESSES.entries()) {
      const there = (alike[index] ??= lines.map(of));
      const asked = wanted.map(of);
      const last = lines.length - wanted.length;
      const [end] = atEnd && last >= from ? occurrences(there, asked, { from: last }) : [];
      const [first, another] = end === undefined ? occurrences(there, asked, { from, most: 2 }) : [end];
      const reindent = first === undefined ? undefined : reindentation(indentsOf(wanted, lines.slice(first, first + wanted.length)));
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

const indentsOf = (wanted: readonly string[], there: readonly string[]): readonly (readonly [string, string])[] =>
  wanted.flatMap((line, index) => (line.trim() === "" ? [] : [[indentOf(line), indentOf(there[index] ?? "")] as const]));
