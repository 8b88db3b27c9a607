import { type LineEnd, mostUsedLineEnd, withLineEnds, withUnixLineEnds } from "./line-ends.ts";

/** One change of a text. Both have `\n` line ends. */
export interface Replacement {
  /** Where `before` begins, counted with `\n` line ends. */
  readonly at: number;
  readonly before: string;
  readonly after: string;
}

/**
 * Makes changes that are apart and ascend. Only what differs between `before` and `after` changes in the original, and takes the line end
 * that is used there.
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

/** How many characters two texts share at their start, and at their end after that. */
const difference = (one: string, other: string): { readonly start: number; readonly end: number } => {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start++;
  let end = 0;
  while (end < shorter - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end++;
  return { start, end };
};
