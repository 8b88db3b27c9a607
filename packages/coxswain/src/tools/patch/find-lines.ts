import { indentOf, type Reindentation, reindentation } from "../indentation.ts";
import { lookAlikes } from "../near-miss.ts";

/** Where lines are, and how new ones are indented there. */
export interface FoundLines {
  readonly at: number;
  readonly reindent: Reindentation;
  /** In what they differ from those that were wanted; undefined: in nothing. */
  readonly difference?: string;
  /** Another place where they are just so. */
  readonly another?: number;
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
export const findLines = (lines: readonly string[], wanted: readonly string[], from: number, atEnd: boolean): FoundLines | undefined => {
  for (const { of, difference } of LIKENESSES) {
    const asked = wanted.map(of);
    const isAt = (at: number): boolean => asked.every((line, index) => of(lines[at + index] ?? "") === line);
    const places = placesFrom(lines, asked.length, from, isAt);
    const last = lines.length - wanted.length;
    const at = atEnd && last >= from && isAt(last) ? last : places[0];
    const reindent = at === undefined ? undefined : reindentation(indentsOf(wanted, lines.slice(at, at + wanted.length)));
    if (at === undefined || reindent === undefined) continue;
    const another = at === places[0] && !atEnd ? places[1] : undefined;
    return { at, reindent, ...(difference === undefined ? {} : { difference }), ...(another === undefined ? {} : { another }) };
  }
  return undefined;
};

/** Two at most. */
const placesFrom = (lines: readonly string[], length: number, from: number, isAt: (at: number) => boolean): readonly number[] => {
  const places: number[] = [];
  for (let at = from; at + length <= lines.length && places.length < 2; at++) if (isAt(at)) places.push(at);
  return places;
};

const indentsOf = (wanted: readonly string[], there: readonly string[]): readonly (readonly [string, string])[] =>
  wanted.flatMap((line, index) => (line.trim() === "" ? [] : [[indentOf(line), indentOf(there[index] ?? "")] as const]));
