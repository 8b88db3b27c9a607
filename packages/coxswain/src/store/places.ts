/** Bytes of a file, from where a line begins to where one has ended. */
export type Range = readonly [start: number, end: number];

/** Entries whose seqs and lines follow each other without a gap. */
interface Stretch {
  /** Of the first one. */
  readonly seq: number;
  /** Where its line begins. */
  readonly start: number;
  /** Where each line has ended, counted from there; of a length that doubles. */
  ends: Uint32Array;
  length: number;
}

const LARGEST = 2 ** 32 - 1;

/** Where entries stand in a file, by their seq. A session may have a million: each is four bytes. */
export class Places {
  readonly #stretches: Stretch[] = [];

  /** Takes them in the order of the file. One whose seq was there already, or is less, is left out: something is wrong with it. */
  add(seq: number, start: number, end: number): void {
    const last = this.#stretches.at(-1);
    if (last === undefined || !follows(last, seq, start, end)) {
      if (last !== undefined && seq < last.seq + last.length) return;
      this.#stretches.push({ seq, start, ends: Uint32Array.of(end - start), length: 1 });
      return;
    }
    if (last.length === last.ends.length) last.ends = doubled(last.ends);
    last.ends[last.length++] = end - last.start;
  }

  get(seq: number): Range | undefined {
    const stretch = this.#stretches.findLast((candidate) => candidate.seq <= seq);
    if (stretch === undefined || seq >= stretch.seq + stretch.length) return undefined;
    return [endBefore(stretch, seq), endBefore(stretch, seq + 1)];
  }
}

const follows = (stretch: Stretch, seq: number, start: number, end: number): boolean =>
  seq === stretch.seq + stretch.length && start === endBefore(stretch, seq) && end - stretch.start <= LARGEST;

const endBefore = ({ seq: first, start, ends }: Stretch, seq: number): number =>
  seq === first ? start : start + (ends[seq - first - 1] ?? 0);

const doubled = (ends: Uint32Array): Uint32Array => {
  const larger = new Uint32Array(ends.length * 2);
  larger.set(ends);
  return larger;
};
