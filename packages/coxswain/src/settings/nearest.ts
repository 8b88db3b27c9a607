/** The known name that is at most a third of its letters away from the given one, the nearest of them. */
export const nearest = (name: string, known: readonly string[]): string | undefined => {
  const [best] = known
    .map((candidate) => ({ candidate, away: distance(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, away }) => away <= candidate.length / 3)
    .toSorted((one, other) => one.away - other.away);
  return best?.candidate;
};

/** Letters to add, remove, change or swap with their neighbour (optimal string alignment). */
const distance = (one: string, other: string): number => {
  if (one.length > 2 * other.length) return Infinity;
  const rows: number[][] = [];
  // The first row and column, against nothing, are their own numbers.
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
