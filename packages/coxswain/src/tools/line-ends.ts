export type LineEnd = "\n" | "\r\n";

/** Text with all line ends as `\n`, as models write it, with a mapping to offsets in the original text. */
export interface UnixText {
  readonly text: string;
  /** Maps an offset in `text` to the original. An offset before a line end maps to the start of that line end. */
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

/** Returns the most frequent line end, or `\n` if there are no line ends. */
export const mostUsedLineEnd = (text: string): LineEnd => {
  const windows = text.split("\r\n").length - 1;
  const all = text.split("\n").length - 1;
  return windows > all - windows ? "\r\n" : "\n";
};

/** Counts the numbers below `limit`. The numbers must be ascending. */
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
