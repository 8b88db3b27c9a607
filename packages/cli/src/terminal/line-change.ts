/** A line of a change: one that stays, goes or comes. */
export interface ChangedLine {
  readonly mark: " " | "-" | "+";
  readonly text: string;
}

/** Lines that are shown around a change. */
const AROUND = 2;

/** What becomes of a text, from its first line that differs to its last. Nothing when nothing does. */
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
    ...marked(" ", old.slice(Math.max(0, first - AROUND), first)),
    ...marked("-", old.slice(first, old.length - same)),
    ...marked("+", now.slice(first, now.length - same)),
    ...marked(" ", old.slice(old.length - same, old.length - same + AROUND)),
  ];
};

/** An end of a line ends one, and begins none. */
export const linesOf = (text: string): readonly string[] => {
  if (text === "") return [];
  const lines = text.split("\n");
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
};
