import { indentOf, namedIndent } from "./indentation.ts";

/** The part of a text that is most like one that is not in it. */
export interface NearMiss {
  /** Its first line, counted from 1. */
  readonly line: number;
  /** How many lines it has. */
  readonly lines: number;
  /** In what it differs. */
  readonly difference: string;
}

/** Text beyond this is not looked through, so that an answer comes at once. */
const MAX_LINES = 50_000;
/** A line counts as found when so much of it is the same. */
const ALIKE = 0.6;

/** Both texts have `\n` line ends. Undefined when nothing is like it. */
export const nearMiss = (text: string, wanted: string): NearMiss | undefined => {
  const lines = text.split("\n", MAX_LINES);
  const asked = wanted.replace(/^\n+|\n+$/g, "").split("\n");
  const first = bestStart(lines, asked);
  if (first === undefined) return undefined;
  const found = lines.slice(first, first + asked.length);
  return { line: first + 1, lines: found.length, difference: differenceOf(found, asked, first + 1) };
};

/** Every line that is there but for its white space votes for where the whole would begin. */
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
    for (const place of places.get(squeezed(line)) ?? []) {
      const start = Math.max(0, place - at);
      votes.set(start, (votes.get(start) ?? 0) + squeezed(line).length);
    }
  }
  const winner = [...votes].reduce<readonly [number, number] | undefined>(
    (best, vote) => (best && best[1] >= vote[1] ? best : vote),
    undefined,
  );
  return winner?.[0] ?? mostAlike(lines, asked);
};

/** Where no line is there as a whole: the line that is most like the longest one asked for. */
const mostAlike = (lines: readonly string[], asked: readonly string[]): number | undefined => {
  const longest = asked.reduce((best, line) => (squeezed(line).length > squeezed(best).length ? line : best), "");
  const wanted = pairs(longest);
  let best = { at: -1, likeness: ALIKE };
  for (const [at, line] of lines.entries()) {
    const likeness = line.length > 4 * longest.length + 40 ? 0 : likenessOf(pairs(line), wanted);
    if (likeness > best.likeness) best = { at, likeness };
  }
  return best.at === -1 ? undefined : Math.max(0, best.at - asked.indexOf(longest));
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
  return `${where} differs: it is ${JSON.stringify(there)}, not ${JSON.stringify(wanted)}`;
};

const squeezed = (line: string): string => line.replaceAll(/\s+/g, " ").trim();

/** Quotes, dashes and spaces as a keyboard writes them. */
export const lookAlikes = (line: string): string =>
  line
    .replaceAll(/[\u2018\u2019\u201A\u201B]/g, "'")
    .replaceAll(/[\u201C\u201D\u201E\u201F]/g, '"')
    .replaceAll(/[\u2010-\u2015\u2212]/g, "-")
    .replaceAll(/[\u00A0\u2000-\u200A\u202F\u205F\u3000]/g, " ");

const pairs = (line: string): ReadonlySet<string> => {
  const text = squeezed(line).toLowerCase();
  const found = new Set<string>();
  for (let at = 0; at + 1 < text.length; at++) found.add(text.slice(at, at + 2));
  return found;
};

/** 0 to 1: how many pairs of characters two lines share (Sørensen and Dice). */
const likenessOf = (one: ReadonlySet<string>, other: ReadonlySet<string>): number => {
  if (one.size + other.size === 0) return 0;
  let shared = 0;
  for (const pair of one) if (other.has(pair)) shared++;
  return (2 * shared) / (one.size + other.size);
};
