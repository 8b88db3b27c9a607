import { type LineEnd, mostUsedLineEnd, withLineEnds, withUnixLineEnds } from "./line-ends.ts";

/** Every place in a text where another text begins; places may overlap. */
export const occurrences = (text: string, part: string): readonly number[] => {
  const found: number[] = [];
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) found.push(at);
  return found;
};

/** Of ascending places those that are at least `length` after the one taken before. */
export const apart = (places: readonly number[], length: number): readonly number[] => {
  let end = 0;
  return places.filter((place) => {
    const taken = place >= end;
    if (taken) end = place + length;
    return taken;
  });
};

/**
 * Puts `after` in the place of `before` at places that are apart, counted with `\n` line ends. Both have `\n` line ends; what differs
 * between them is all that changes in the original, and takes the line end that is used there.
 */
export const replaceAt = (original: string, places: readonly number[], before: string, after: string): string => {
  const unix = withUnixLineEnds(original);
  const { start, end } = difference(before, after);
  const inserted = after.slice(start, after.length - end);
  const parts: string[] = [];
  let done = 0;
  for (const place of places) {
    const from = unix.originalOffset(place + start);
    const to = unix.originalOffset(place + before.length - end);
    const around = original.slice(unix.originalOffset(place), unix.originalOffset(place + before.length));
    parts.push(original.slice(done, from), withLineEnds(inserted, lineEndOf(around) ?? mostUsedLineEnd(original)));
    done = to;
  }
  return parts.join("") + original.slice(done);
};

const lineEndOf = (text: string): LineEnd | undefined => (text.includes("\n") ? mostUsedLineEnd(text) : undefined);

/** How many characters two texts share at their start, and at their end after that. */
const difference = (one: string, other: string): { readonly start: number; readonly end: number } => {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start++;
  let end = 0;
  while (end < shorter - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end++;
  return { start, end };
};
