import { displayWidth } from "./display-width.ts";

/**
 * Aligns rows of cells in columns. `right` lists the right-aligned columns, from 0; the last column is not padded.
 * Widths are those on a terminal.
 */
export const columns = (rows: readonly (readonly string[])[], right: readonly number[] = []): string => {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => displayWidth(row[at] ?? ""))));
  const padded = (cell: string, at: number, { length }: readonly string[]): string => {
    const padding = " ".repeat(Math.max(0, (widths[at] ?? 0) - displayWidth(cell)));
    if (right.includes(at)) return padding + cell;
    return at === length - 1 ? cell : cell + padding;
  };
  return rows.map((row) => `${row.map(padded).join("  ").trimEnd()}\n`).join("");
};
