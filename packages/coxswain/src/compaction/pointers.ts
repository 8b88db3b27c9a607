import type { MessageRange } from "../context/index.ts";

/**
 * A summary whose pointers all point to messages that it covers: what lies beyond is left out of a pointer, and with all of it
 * the pointer. Undefined: it covers none that could be pointed to.
 */
export const withSoundPointers = (summary: string, covers: MessageRange | undefined): string =>
  summary.replaceAll(POINTER, (_, space: string, listed: string) => {
    const ranges =
      covers === undefined
        ? []
        : [...listed.matchAll(RANGE)].flatMap(([, one, other]) => within(Number(one), Number(other ?? one), covers));
    return ranges.length === 0 ? "" : `${space}[messages ${ranges.join(", ")}]`;
  });

const ONE = String.raw`#?\d+(?:[ \t]*[-\u2013\u2014][ \t]*#?\d+)?`;
const BETWEEN = String.raw`[ \t]*(?:,|;|and)[ \t]*`;
/** As it is asked for, and as models write it. What stands between two numbers is said, or a long number could be read in too many ways. */
const POINTER = new RegExp(
  String.raw`([ \t]*)\[(?:messages?|msgs?|entries|entry)[ \t:]*(${ONE}(?:${BETWEEN}${ONE})*(?:${BETWEEN})?)\]`,
  "gi",
);
const RANGE = /#?(\d+)(?:[ \t]*[-–—][ \t]*#?(\d+))?/g;

const within = (one: number, other: number, covers: MessageRange): readonly string[] => {
  const from = Math.max(Math.min(one, other), covers.from);
  const to = Math.min(Math.max(one, other), covers.to);
  if (from > to) return [];
  return [from === to ? `${from}` : `${from}-${to}`];
};
