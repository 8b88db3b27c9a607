/**
 * Aligns rows of cells in columns. `right` lists the right-aligned columns, from 0; the last column is not padded.
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
