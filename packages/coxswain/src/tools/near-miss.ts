import { indentOf, namedIndent } from "./indentation.ts";
import { linesOf, showLines, SNIPPET } from "./shown-lines.ts";

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
const MAX_REQUESTED = 2000;
const MAX_LINE = 2000;
/** Minimum similarity for two lines to match. */
const ALIKE = 0.6;
/** Characters to show of a line that differs. */
const SHOWN = 200;

/** Finds the most similar part. Both strings must have `\n` line ends. Undefined if nothing is similar. */
export const nearMiss = (text: string, requested: string): NearMiss | undefined => {
  const lines = text.slice(0, MAX_CHARACTERS).split("\n", MAX_LINES);
  const requestedLines = filled(requested.split("\n")).slice(0, MAX_REQUESTED);
  const first = bestStart(lines, requestedLines);
  if (first === undefined) return undefined;
  const found = lines.slice(first, first + requestedLines.length);
  return { line: first + 1, lines: found.length, difference: differenceOf(found, requestedLines, first + 1) };
};

/** Removes empty lines at the start and the end. */
const filled = (lines: readonly string[]): readonly string[] =>
  lines.slice(
    lines.findIndex((line) => line !== ""),
    lines.findLastIndex((line) => line !== "") + 1,
  );

/** Returns the start with the most votes: each line that matches except for white space votes for one. */
const bestStart = (lines: readonly string[], requestedLines: readonly string[]): number | undefined => {
  const places = new Map<string, number[]>();
  for (const [at, line] of lines.entries()) {
    const key = squeezed(line);
    if (key === "") continue;
    const lineNumbers = places.get(key);
    if (lineNumbers === undefined) places.set(key, [at]);
    else if (lineNumbers.length < 100) lineNumbers.push(at);
  }
  const votes = new Map<number, number>();
  for (const [at, line] of requestedLines.entries()) {
    const key = squeezed(line);
    for (const place of places.get(key) ?? []) {
      const start = Math.max(0, place - at);
      votes.set(start, (votes.get(start) ?? 0) + key.length);
    }
  }
  let best: readonly [start: number, vote: number] | undefined;
  for (const vote of votes) if (best === undefined || vote[1] > best[1]) best = vote;
  return best?.[0] ?? mostAlike(lines, requestedLines);
};

/** Returns the line that is most similar to the longest requested line. Used when no whole line matches. */
const mostAlike = (lines: readonly string[], requestedLines: readonly string[]): number | undefined => {
  const lengths = requestedLines.map((line) => squeezed(line).length);
  const longest = lengths.indexOf(lengths.reduce((most, length) => Math.max(most, length), 0));
  const requested = (requestedLines[longest] ?? "").slice(0, MAX_LINE);
  const requestedPairs = pairs(requested);
  let best = { at: -1, likeness: ALIKE };
  for (const [at, line] of lines.entries()) {
    const likeness = line.length > Math.min(4 * requested.length + 40, MAX_LINE) ? 0 : likenessOf(pairs(line), requestedPairs);
    if (likeness > best.likeness) best = { at, likeness };
  }
  return best.at === -1 ? undefined : Math.max(0, best.at - longest);
};

const differenceOf = (found: readonly string[], requestedLines: readonly string[], line: number): string => {
  const at = requestedLines.findIndex((requested, index) => requested !== found[index]);
  if (at === -1) return "only the empty lines around it differ";
  const [there, requested] = [found[at] ?? "", requestedLines[at] ?? ""];
  const where = `line ${line + at}`;
  if (/^\s*\d+\t/.test(requested) && requested.replace(/^\s*\d+\t/, "") === there)
    return "the line numbers of the read tool are not part of the text";
  if (there.trimEnd() === requested.trimEnd()) return `${where} differs in the white space at its end`;
  if (there.trimStart() === requested.trimStart())
    return `${where} is indented with ${namedIndent(indentOf(there))}, not with ${namedIndent(indentOf(requested))}`;
  if (squeezed(there) === squeezed(requested)) return `${where} differs in its white space`;
  if (lookAlikes(there) === lookAlikes(requested)) return `${where} differs in quotes, dashes or spaces that look the same`;
  if (there.toLowerCase() === requested.toLowerCase()) return `${where} differs in upper and lower case`;
  if (there.normalize() === requested.normalize())
    return `${where} differs in its Unicode normalization (accents as separate characters, or not)`;
  return `${where} differs: it is ${partOf(there, sameUpTo(there, requested))}, not ${partOf(requested, sameUpTo(there, requested))}`;
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

/** Describes the lines that are most similar to a string that was not found. Undefined if nothing is similar. */
export const nearestText = (content: string, requested: string): string | undefined => {
  const near = nearMiss(content, requested);
  if (near === undefined) return undefined;
  const { text: there } = showLines(linesOf(content), near.line, { ...SNIPPET, lines: Math.min(near.lines, SNIPPET.lines) });
  return `The most similar text is (${near.difference}):\n${there}`;
};
