export type LineEnd = "\n" | "\r\n";

/** A text with every line end as `\n`, as models write it, and the way back to places in the text as it is. */
export interface UnixText {
  readonly text: string;
  /** The place in the original of a place in `text`. A place before a line end is before all of it. */
  originalOffset(offset: number): number;
}

export const withUnixLineEnds = (original: string): UnixText => {
  const returns: number[] = [];
  for (let at = original.indexOf("\r\n"); at !== -1; at = original.indexOf("\r\n", at + 2)) returns.push(at - returns.length);
  return {
    text: returns.length === 0 ? original : original.replaceAll("\r\n", "\n"),
    originalOffset: (offset) => offset + countBelow(returns, offset),
  };
};

export const withLineEnds = (text: string, end: LineEnd): string => (end === "\n" ? text : text.replaceAll("\n", end));

/** The line end that most lines have; of a text with one line or none, `\n`. */
export const mostUsedLineEnd = (text: string): LineEnd => {
  const windows = text.split("\r\n").length - 1;
  const all = text.split("\n").length - 1;
  return windows > all - windows ? "\r\n" : "\n";
};

/** How many of the ascending numbers are less than `limit`. */
const countBelow = (numbers: readonly number[], limit: number): number => {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? limit) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
};
