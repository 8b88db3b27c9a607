/** Approximate limit of the years that a date supports. */
const FURTHEST = 8e15;

/** Returns a time as whole milliseconds since the epoch, or 0 for an invalid number in a file. */
export const momentOf = (value: number): number => (Math.abs(value) < FURTHEST ? Math.trunc(value) : 0);
