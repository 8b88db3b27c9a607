import { type LineEnd, mostUsedLineEnd, withLineEnds, withUnixLineEnds } from "./line-ends.ts";

/** One change of the content of a file. Both strings have `\n` line ends. */
export interface Replacement {
  /** Offset of `before`, counted with `\n` line ends. */
  readonly at: number;
  readonly before: string;
  readonly after: string;
}

/**
 * Applies changes that are ascending and do not overlap. Changes only the part in which `before` and `after` differ;
 * new lines get the line end in use at that location.
 */
export const replaceAt = (original: string, replacements: readonly Replacement[]): string => {
  const unix = withUnixLineEnds(original);
  const parts: string[] = [];
  let usual: LineEnd | undefined;
  let done = 0;
  for (const { at, before, after } of replacements) {
    const { start, end } = difference(before, after);
    const inserted = after.slice(start, after.length - end);
    parts.push(original.slice(done, unix.originalOffset(at + start)));
    done = unix.originalOffset(at + before.length - end);
    if (!inserted.includes("\n")) {
      parts.push(inserted);
      continue;
    }
    const around = original.slice(unix.originalOffset(at), unix.originalOffset(at + before.length));
    parts.push(withLineEnds(inserted, around.includes("\n") ? mostUsedLineEnd(around) : (usual ??= mostUsedLineEnd(original))));
  }
  return parts.join("") + original.slice(done);
};

/** Returns the lengths of the common prefix and of the common suffix after it. */
const difference = (one: string, other: string): { readonly start: number; readonly end: number } => {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start++;
  let end = 0;
  while (end < shorter - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end++;
  return { start, end };
};
