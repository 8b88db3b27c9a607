/** One line of the table: our figure, and that of the least code that does the same job. */
export interface Line {
  readonly what: string;
  readonly unit: "ms" | "s" | "MB" | "us" | "tokens";
  readonly ours: number;
  /** Absent where there is no bare minimum to compare with. */
  readonly bare?: number;
  readonly target?: Target;
}

/** `ours` bounds our figure, `ratio` bounds ours divided by bare. */
export interface Target {
  readonly of: "ours" | "ratio";
  readonly atMost: number;
}

/** Undefined without a bare minimum. */
export const ratio = ({ ours, bare = 0 }: Line): number | undefined => (bare > 0 ? ours / bare : undefined);

/** True if the target is met; undefined without a target. */
export const isMet = (line: Line): boolean | undefined => {
  if (line.target === undefined) return undefined;
  const figure = line.target.of === "ours" ? line.ours : ratio(line);
  return figure !== undefined && figure <= line.target.atMost;
};
