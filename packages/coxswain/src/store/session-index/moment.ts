/** About the years that a date can have. */
const FURTHEST = 8e15;

/** A time in whole milliseconds since the epoch; the epoch, where a file has a number that is no time. */
export const momentOf = (value: number): number => (Math.abs(value) < FURTHEST ? Math.trunc(value) : 0);
