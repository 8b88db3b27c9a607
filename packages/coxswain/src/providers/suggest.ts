import { editDistance } from "../model/index.ts";

/** The references most like a wanted one, which may lack its provider; best first, at most three. */
export const suggest = (wanted: string, references: readonly string[]): string[] => {
  const target = fold(wanted);
  const limit = Math.max(2, target.length * 0.34);
  return references
    .map((reference) => ({
      reference,
      distance: Math.min(distanceTo(target, fold(reference)), distanceTo(target, fold(reference.slice(reference.indexOf("/") + 1)))),
    }))
    .filter(({ distance }) => distance <= limit)
    .toSorted((one, other) => one.distance - other.distance || one.reference.length - other.reference.length)
    .slice(0, 3)
    .map(({ reference }) => reference);
};

const fold = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, "");

/** A name that only goes on after the wanted one is nearer than one with other letters. */
const distanceTo = (wanted: string, name: string): number => {
  if (wanted.length >= 3 && name.includes(wanted)) return (name.length - wanted.length) / 100;
  return Math.abs(wanted.length - name.length) > wanted.length / 2 ? Infinity : editDistance(wanted, name);
};
