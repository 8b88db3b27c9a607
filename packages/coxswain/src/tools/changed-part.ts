/** Difference between two strings as whole lines, with unchanged lines around it. */
export interface ChangedPart {
  readonly before: string;
  readonly after: string;
  /** Number of lines before this part. */
  readonly skipped: number;
}

/** Characters per comparison. Comparing blocks is many times faster than comparing single characters. */
const BLOCK = 4096;

/** Reduces a long text with few changes to the changed lines. `around`: unchanged lines to include on each side. */
export const changedPart = (before: string, after: string, around: number): ChangedPart => {
  const first = firstDifference(before, after);
  const [oldEnd, newEnd] = endOfDifference(before, after, first);
  const start = lineStart(before, first, around);
  const same = lineEnd(before, oldEnd, around) - oldEnd;
  return { before: before.slice(start, oldEnd + same), after: after.slice(start, newEnd + same), skipped: linesIn(before, start) };
};

const firstDifference = (before: string, after: string): number => {
  const shorter = Math.min(before.length, after.length);
  let at = 0;
  while (at + BLOCK <= shorter && before.slice(at, at + BLOCK) === after.slice(at, at + BLOCK)) at += BLOCK;
  while (at < shorter && before.charCodeAt(at) === after.charCodeAt(at)) at++;
  return at;
};

/** Returns the end of the difference in each string. */
const endOfDifference = (before: string, after: string, first: number): readonly [number, number] => {
  let [oldEnd, newEnd] = [before.length, after.length];
  const isSame = (): boolean => before.slice(oldEnd - BLOCK, oldEnd) === after.slice(newEnd - BLOCK, newEnd);
  while (oldEnd - BLOCK >= first && newEnd - BLOCK >= first && isSame()) {
    oldEnd -= BLOCK;
    newEnd -= BLOCK;
  }
  while (oldEnd > first && newEnd > first && before.charCodeAt(oldEnd - 1) === after.charCodeAt(newEnd - 1)) {
    oldEnd--;
    newEnd--;
  }
  return [oldEnd, newEnd];
};

/** Returns the start of the line at an offset, or of the line `above` lines before it. */
const lineStart = (text: string, place: number, above: number): number => {
  let start = place;
  for (let lines = 0; lines <= above && start > 0; lines++) start = text.lastIndexOf("\n", start - (lines === 0 ? 1 : 2)) + 1;
  return start;
};

/** Returns the end of the line at an offset, or of the line `below` lines after it. */
const lineEnd = (text: string, place: number, below: number): number => {
  let end = place;
  for (let lines = 0; lines <= below && end < text.length; lines++) {
    const next = text.indexOf("\n", end);
    end = next === -1 ? text.length : next + 1;
  }
  return end;
};

const linesIn = (text: string, end: number): number => {
  let lines = 0;
  for (let at = text.indexOf("\n"); at !== -1 && at < end; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
};
