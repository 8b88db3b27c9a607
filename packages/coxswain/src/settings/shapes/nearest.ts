import { editDistance } from "../../model/index.ts";

/** The known name that is at most a third of its letters away from the given one, the nearest of them. */
export const nearest = (name: string, known: readonly string[]): string | undefined => {
  const [best] = known
    .map((candidate) => ({ candidate, away: distance(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, away }) => away <= candidate.length / 3)
    .toSorted((one, other) => one.away - other.away);
  return best?.candidate;
};

/** What is far longer is far away, and need not be looked at: it may be a whole text. */
const distance = (name: string, known: string): number => (name.length > 2 * known.length ? Infinity : editDistance(name, known));
