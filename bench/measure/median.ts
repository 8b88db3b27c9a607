/** The middle of an odd number of values; of an even number, the mean of the two in the middle. */
export const median = (values: readonly number[]): number => {
  if (values.length === 0) throw new RangeError("Cannot compute the median of no values.");
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
  return (upper + lower) / 2;
};

/** The median of a figure of each run. */
export const medianOf = <Run>(runs: readonly Run[], figure: (run: Run) => number): number => median(runs.map(figure));
