/** Lines as the model is shown them: each with its number and a tab before it. */
export interface ShownLines {
  readonly text: string;
  /** The last line shown, counted from 1; one less than the first when none fits. */
  readonly last: number;
}

export interface ShownLimits {
  readonly lines: number;
  readonly bytes: number;
  readonly lineLength: number;
}

/** As many lines from `first` on (counted from 1) as fit. A line end's carriage return is not shown. */
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

/** The start of a line that is too long, and how much of it is missing. */
export const cutLine = (line: string, length: number): string =>
  line.length <= length ? line : `${line.slice(0, length).toWellFormed()} … (${line.length - length} more characters)`;

/** The lines of a text, without an empty one for the end of the last. */
export const linesOf = (text: string): readonly string[] => {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
};
