/** Replaces a range of a string, in UTF-16 code units. */
export interface Change {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies changes that do not overlap. */
export const changed = (text: string, changes: readonly Change[]): string =>
  changes
    .toSorted((one, other) => other.start - one.start)
    .reduce((rest, { start, end, text: replacement }) => `${rest.slice(0, start)}${replacement}${rest.slice(end)}`, text);
