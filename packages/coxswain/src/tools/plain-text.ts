/**
 * Orders to a terminal: texts for it up to their end, sequences with parameters, and short ones, which what has no end is taken for. From no
 * character on is more looked at than up to the next order: Node's own expression looks to the end each time, minutes for some megabytes.
 */
const ORDERS =
  // oxlint-disable-next-line no-control-regex -- these characters are what it is about
  /\x1B[\]PX^_][^\x07\x1B\x9C]{0,1000000}(?:\x07|\x1B\\|\x9C)|(?:\x1B\[|\x9B)[0-?]*[ -/]*[@-~]|\x1B[ -/]*[0-~]/g;

/**
 * A command's output as text to read: without colours and other orders to a terminal, without what a carriage return
 * overwrote (progress bars), and with a mark in the place of every other control character.
 */
export const plainText = (output: string): string =>
  output
    .replaceAll(ORDERS, "")
    .split("\n")
    .map((line, at, lines) => seenOf(at < lines.length - 1 ? withoutReturns(line) : line))
    .join("\n")
    // oxlint-disable-next-line no-control-regex -- these characters are what it is about
    .replaceAll(/[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F]/g, "\uFFFD");

/** What a line ends with once it has been written over. No expression does this: it would look at a long line again from each character. */
const seenOf = (line: string): string => line.slice(line.lastIndexOf("\r") + 1);

const withoutReturns = (line: string): string => {
  let end = line.length;
  while (line[end - 1] === "\r") end--;
  return line.slice(0, end);
};
