/**
 * Returns the number of letters to add, remove, change or swap with a neighbor until the strings are equal (optimal
 * string alignment).
 */
export const editDistance = (one: string, other: string): number => {
  const rows: number[][] = [];
  // The first row and column compare with the empty string, so they are their own indexes.
  const at = (row: number, column: number): number => rows[row]?.[column] ?? row + column;
  for (let row = 1; row <= one.length; row++) {
    const cells = (rows[row] = [row]);
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1];
      const swapped = column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      cells[column] = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (same ? 0 : 1),
        swapped ? at(row - 2, column - 2) + 1 : Infinity,
      );
    }
  }
  return at(one.length, other.length);
};

/** Returns the candidate nearest to a name, ignoring case. Undefined if each differs in more than a third of its letters. */
export const nearestName = (name: string, candidates: readonly string[]): string | undefined => nearestNames(name, candidates)[0];

/** Returns up to three candidates that differ from a name in at most a third of their letters, the nearest first. */
export const nearestNames = (name: string, candidates: readonly string[]): readonly string[] =>
  candidates
    .map((candidate) => ({ candidate, distance: distanceIgnoringCase(name, candidate) }))
    .filter(({ candidate, distance }) => distance <= candidate.length / 3)
    .toSorted((one, other) => one.distance - other.distance)
    .slice(0, 3)
    .map(({ candidate }) => candidate);

/** Does not compare a much longer name, which may be a whole document. */
const distanceIgnoringCase = (name: string, candidate: string): number =>
  name.length > 2 * candidate.length ? Infinity : editDistance(name.toLowerCase(), candidate.toLowerCase());
