/**
 * Rows of cells as lines with the cells below each other. `right` names the columns that hold figures, from 0; the last
 * column is as long as it is.
 */
export const columns = (rows: readonly (readonly string[])[], right: readonly number[] = []): string => {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const padded = (cell: string, at: number, { length }: readonly string[]): string => {
    const width = widths[at] ?? 0;
    if (right.includes(at)) return cell.padStart(width);
    return at === length - 1 ? cell : cell.padEnd(width);
  };
  return rows.map((row) => `${row.map(padded).join("  ").trimEnd()}\n`).join("");
};
