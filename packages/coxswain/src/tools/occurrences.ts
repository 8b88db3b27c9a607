/** A text, or the lines of one. */
type Sequence = string | readonly string[];

export interface OccurrencesOptions {
  /** Where to begin. Default: 0. */
  readonly from?: number;
  /** How many are wanted. Default: all. */
  readonly most?: number;
  /** Whether each has to begin after the end of the one before. Default: they may overlap. */
  readonly apart?: boolean;
}

/** So much of a text is looked for at once: the engine's own search is quick, but takes hours where a long text repeats itself. */
const HEAD = 64;

/** The places where another text, or other lines, begin. By Knuth, Morris and Pratt: whatever repeats, each place is looked at once. */
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

/** For each beginning of a text, how long the longest shorter beginning is that it ends with. */
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
