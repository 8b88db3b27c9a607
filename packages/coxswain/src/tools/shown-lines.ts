/** Lines as shown to the model, each with its number and a tab in front. */
export interface ShownLines {
  readonly text: string;
  /** Last line shown, counted from 1. One less than the first line if none fits. */
  readonly last: number;
}

export interface ShownLimits {
  readonly lines: number;
  readonly bytes: number;
  readonly lineLength: number;
}

/** Returns the lines that fit, from `first` on (counted from 1). Omits carriage returns of line ends. */
export const showLines = (lines: readonly string[], first: number, limits: ShownLimits): ShownLines => {
  const shown: string[] = [];
  let bytes = 0;
  for (const line of lines.slice(first - 1, first - 1 + limits.lines)) {
    const one = `${first + shown.length}\t${cutLine(line.replace(/\r$/, ""), limits.lineLength)}`;
    bytes += Buffer.byteLength(one) + 1;
    if (bytes > limits.bytes && shown.length > 0) break;
    shown.push(one);
  }
  return { text: shown.join("\n"), last: first + shown.length - 1 };
};

/** Truncates a line that is too long and appends the number of missing characters. */
export const cutLine = (line: string, length: number): string =>
  line.length <= length ? line : `${line.slice(0, length).toWellFormed()} … (${line.length - length} more characters)`;

/** Splits a string into lines, without an empty one after the final line end. */
export const linesOf = (text: string): readonly string[] => {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
};

/** Limits of an excerpt for the model. */
export const SNIPPET = { lines: 40, bytes: 6000, lineLength: 500 };
