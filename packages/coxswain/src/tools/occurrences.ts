/** A string or a list of lines. */
type Sequence = string | readonly string[];

export interface OccurrencesOptions {
  /** Start offset. Default: 0. */
  readonly from?: number;
  /** Maximum number of results. Default: unlimited. */
  readonly most?: number;
  /** True if occurrences must not overlap. Default: false. */
  readonly apart?: boolean;
}

/** Length of the prefix to pass to the engine's own search, which is fast but takes hours on long repetitive text. */
const HEAD = 64;

/** Returns the offsets of all occurrences by the Knuth–Morris–Pratt algorithm: linear time on any input. */
export const occurrences = <S extends Sequence>(
  whole: S,
  part: S,
  { from = 0, most = Infinity, apart = false }: OccurrencesOptions = {},
): readonly number[] => {
  const { length } = part;
  const found: number[] = [];
  if (length === 0) return found;
  const head = typeof part === "string" ? part.slice(0, HEAD) : (part[0] ?? "");
  const headLength = typeof part === "string" ? head.length : 1;
  const shorter = borders(part);
  let at = from;
  let same = 0;
  while (found.length < most) {
    if (same === 0) {
      const next = whole.indexOf(head, at);
      if (next === -1) return found;
      at = next + headLength;
      same = headLength;
    } else if (at < whole.length && whole[at] === part[same]) {
      at++;
      same++;
    } else if (at >= whole.length) return found;
    else same = shorter[same - 1] ?? 0;
    if (same < length) continue;
    found.push(at - length);
    same = apart ? 0 : (shorter[same - 1] ?? 0);
  }
  return found;
};

/** For each prefix, the length of the longest proper prefix that is also its suffix. */
const borders = (part: Sequence): Int32Array => {
  const lengths = new Int32Array(part.length);
  let same = 0;
  for (let at = 1; at < part.length; at++) {
    while (same > 0 && part[at] !== part[same]) same = lengths[same - 1] ?? 0;
    if (part[at] === part[same]) same++;
    lengths[at] = same;
  }
  return lengths;
};
