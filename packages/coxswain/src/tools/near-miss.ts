import { indentOf, namedIndent } from "./indentation.ts";

/** Part of a file that is most similar to a string that was not found. */
export interface NearMiss {
  /** First line of the part, counted from 1. */
  readonly line: number;
  /** Number of lines. */
  readonly lines: number;
  /** Description of the difference. */
  readonly difference: string;
}

/** Limits of the search, so that it returns immediately. Text beyond them is ignored. */
const MAX_LINES = 50_000;
const MAX_CHARACTERS = 5_000_000;
const MAX_ASKED = 2000;
const MAX_LINE = 2000;
/** Minimum similarity for two lines to match. */
const ALIKE = 0.6;
/** Characters to show of a line that differs. */
const SHOWN = 200;

/** Finds the most similar part. Both strings must have `\n` line ends. Undefined if nothing is similar. */
export const nearMiss = (text: string, wanted: string): NearMiss | undefined => {
  const lines = text.slice(0, MAX_CHARACTERS).split("\n", MAX_LINES);
  const asked = filled(wanted.split("\n")).slice(0, MAX_ASKED);
  const first = bestStart(lines, asked);
  if (first === undefined) return undefined;
  const found = lines.slice(first, first + asked.length);
  return { line: first + 1, lines: found.length, difference: differenceOf(found, asked, first + 1) };
};

/** Removes empty lines at the start and the end. */
const filled = (lines: readonly string[]): readonly string[] =>
  lines.slice(
    lines.findIndex((line) => line !== ""),
    lines.findLastIndex((line) => line !== "") + 1,
  );

/** Returns the start with the most votes: each line that matches except for white space votes for one. */
const bestStart = (lines: readonly string[], asked: readonly string[]): number | undefined => {
  const places = new Map<string, number[]>();
  for (const [at, line] of lines.entries()) {
    const key = squeezed(line);
    if (key === "") continue;
    const known = places.get(key);
    if (known === undefined) places.set(key, [at]);
    else if (known.length < 100) known.push(at);
  }
  const votes = new Map<number, number>();
  for (const [at, line] of asked.entries()) {
    const key = squeezed(line);
    for (const place of places.get(key) ?? []) {
      const start = Math.max(0, place - at);
      votes.set(start, (votes.get(start) ?? 0) + key.length);
    }
  }
  let best: readonly [start: number, vote: number] | undefined;
  for (const vote of votes) if (best === undefined || vote[1] > best[1]) best = vote;
  return best?.[0] ?? mostAlike(lines, asked);
};

/** Returns the line that is most similar to the longest requested line. Used when no whole line matches. */
const mostAlike = (lines: readonly string[], asked: readonly string[]): number | undefined => {
  const lengths = asked.map((line) => squeezed(line).length);
  const longest = lengths.indexOf(lengths.reduce((most, length) => Math.max(most, length), 0));
  const wanted = (asked[longest] ?? "").slice(0, MAX_LINE);
  const wantedPairs = pairs(wanted);
  let best = { at: -1, likeness: ALIKE };
  for (const [at, line] of lines.entries()) {
    const likeness = line.length > Math.min(4 * wanted.length + 40, MAX_LINE) ? 0 : likenessOf(pairs(line), wantedPairs);
    if (likeness > best.likeness) best = { at, likeness };
  }
  return best.at === -1 ? undefined : Math.max(0, best.at - longest);
};

const differenceOf = (found: readonly string[], asked: readonly string[], line: number): string => {
  const at = asked.findIndex((wanted, index) => wanted !== found[index]);
  if (at === -1) return "only the empty lines around it differ";
  const [there, wanted] = [found[at] ?? "", asked[at] ?? ""];
  const where = `line ${line + at}`;
  if (/^\s*\d+\t/.test(wanted) && wanted.replace(/^\s*\d+\t/, "") === there)
    return "the line numbers of the read tool do not belong to the text";
  if (there.trimEnd() === wanted.trimEnd()) return `${where} differs in the white space at its end`;
  if (there.trimStart() === wanted.trimStart())
    return `${where} is indented with ${namedIndent(indentOf(there))}, not with ${namedIndent(indentOf(wanted))}`;
  if (squeezed(there) === squeezed(wanted)) return `${where} differs in its white space`;
  if (lookAlikes(there) === lookAlikes(wanted)) return `${where} differs in quotes, dashes or spaces that look alike`;
  if (there.toLowerCase() === wanted.toLowerCase()) return `${where} differs in upper and lower case`;
  if (there.normalize() === wanted.normalize())
    return `${where} differs in how its letters are put together (accents as characters of their own, or not)`;
  return `${where} differs: it is ${partOf(there, sameUpTo(there, wanted))}, not ${partOf(wanted, sameUpTo(there, wanted))}`;
};

/** Returns the length of the common prefix of two lines. */
const sameUpTo = (one: string, other: string): number => {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
};

/** Returns the part of a long line around an offset. */
const partOf = (line: string, place: number): string => {
  if (line.length <= SHOWN) return JSON.stringify(line);
  const from = Math.max(0, Math.min(place, line.length) - SHOWN / 2);
  const part = JSON.stringify(line.slice(from, from + SHOWN).toWellFormed());
  return `${from > 0 ? "… " : ""}${part}${from + SHOWN < line.length ? " …" : ""}`;
};

const squeezed = (line: string): string => line.replaceAll(/\s+/g, " ").trim();

/** Replaces typographic quotes, dashes and spaces by their keyboard equivalents. */
export const lookAlikes = (line: string): string =>
  line
    .replaceAll(/[\u2018\u2019\u201A\u201B]/g, "'")
    .replaceAll(/[\u201C\u201D\u201E\u201F]/g, '"')
    .replaceAll(/[\u2010-\u2015\u2212]/g, "-")
    .replaceAll(/[\u00A0\u2000-\u200A\u202F\u205F\u3000]/g, " ");

const pairs = (line: string): ReadonlySet<string> => {
  const text = lookAlikes(squeezed(line)).toLowerCase().normalize();
  const found = new Set<string>();
  for (let at = 0; at + 1 < text.length; at++) found.add(text.slice(at, at + 2));
  return found;
};

/** Returns the share of common character pairs, from 0 to 1 (Sørensen–Dice coefficient). */
const likenessOf = (one: ReadonlySet<string>, other: ReadonlySet<string>): number => {
  if (one.size + other.size === 0) return 0;
  let shared = 0;
  for (const pair of one) if (other.has(pair)) shared++;
  return (2 * shared) / (one.size + other.size);
};
