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
