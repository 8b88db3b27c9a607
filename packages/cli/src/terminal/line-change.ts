/** An unchanged, removed or added line. */
export interface ChangedLine {
  readonly mark: " " | "-" | "+";
  readonly text: string;
}

/** Lines of context around a change. */
const CONTEXT_LINES = 2;

/** Returns the lines from the first difference to the last, with context. Empty when the strings are equal. */
export const lineChange = (before: string, after: string): readonly ChangedLine[] => {
  if (before === after) return [];
  const old = linesOf(before);
  const now = linesOf(after);
  const shorter = Math.min(old.length, now.length);
  let first = 0;
  while (first < shorter && old[first] === now[first]) first += 1;
  let same = 0;
  while (same < shorter - first && old.at(-1 - same) === now.at(-1 - same)) same += 1;
  const marked = (mark: ChangedLine["mark"], lines: readonly string[]): readonly ChangedLine[] => lines.map((text) => ({ mark, text }));
  return [
    ...marked(" ", old.slice(Math.max(0, first - CONTEXT_LINES), first)),
    ...marked("-", old.slice(first, old.length - same)),
    ...marked("+", now.slice(first, now.length - same)),
    ...marked(" ", old.slice(old.length - same, old.length - same + CONTEXT_LINES)),
  ];
};

/** Splits a string into lines. A final line break does not start another line. */
export const linesOf = (text: string): readonly string[] => {
  if (text === "") return [];
  const lines = text.split("\n");
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
};
