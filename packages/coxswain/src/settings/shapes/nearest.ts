import { editDistance } from "../../model/index.ts";

/** Returns the existing name nearest to the given one, if they differ in at most a third of its letters. */
export const nearest = (name: string, known: readonly string[]): string | undefined => {
  const [best] = known
    .map((candidate) => ({ candidate, away: distance(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, away }) => away <= candidate.length / 3)
    .toSorted((one, other) => one.away - other.away);
  return best?.candidate;
};

/** A much longer string is too distant to compare: it may be a whole document. */
const distance = (name: string, known: string): number => (name.length > 2 * known.length ? Infinity : editDistance(name, known));
