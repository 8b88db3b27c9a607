/** One line of the table: what it took us, and what the least that does the same job took. */
export interface Line {
  readonly what: string;
  readonly unit: "ms" | "s" | "MB" | "us";
  readonly ours: number;
  /** Absent where the bare minimum is nothing at all. */
  readonly bare?: number;
  readonly target?: Target;
}

/** `ours`: a bound on our figure. `ratio`: on ours by bare. */
export interface Target {
  readonly of: "ours" | "ratio";
  readonly atMost: number;
}

/** Undefined where the bare minimum is nothing. */
export const ratio = ({ ours, bare = 0 }: Line): number | undefined => (bare > 0 ? ours / bare : undefined);

/** Whether the target is met; undefined without one. */
export const isMet = (line: Line): boolean | undefined => {
  if (line.target === undefined) return undefined;
  const figure = line.target.of === "ours" ? line.ours : ratio(line);
  return figure !== undefined && figure <= line.target.atMost;
};
