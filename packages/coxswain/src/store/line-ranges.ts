/** Byte range of one or more whole lines. */
export type Range = readonly [start: number, end: number];

/** A run of entries without gaps between their seqs or their lines. */
interface LineRun {
  /** Seq of the first entry. */
  readonly seq: number;
  /** Offset of the first line. */
  readonly start: number;
  /** End of each line, relative to `start`. The array doubles when it is full. */
  ends: Uint32Array;
  length: number;
}

const LARGEST = 2 ** 32 - 1;

/** Byte ranges of a file's lines by entry seq. Compact (four bytes per entry), since a session may have a million. */
export class LineRanges {
  readonly #runs: LineRun[] = [];

  /** Adds entries in file order. An entry whose seq does not increase is damage, and is ignored. */
  add(seq: number, start: number, end: number): void {
    const last = this.#runs.at(-1);
    if (last === undefined || !follows(last, seq, start, end)) {
      if (last !== undefined && seq < last.seq + last.length) return;
      this.#runs.push({ seq, start, ends: Uint32Array.of(end - start), length: 1 });
      return;
    }
    if (last.length === last.ends.length) last.ends = doubled(last.ends);
    last.ends[last.length++] = end - last.start;
  }

  get(seq: number): Range | undefined {
    const run = this.#runs.findLast((candidate) => candidate.seq <= seq);
    if (run === undefined || seq >= run.seq + run.length) return undefined;
    return [endBefore(run, seq), endBefore(run, seq + 1)];
  }
}

const follows = (run: LineRun, seq: number, start: number, end: number): boolean =>
  seq === run.seq + run.length && start === endBefore(run, seq) && end - run.start <= LARGEST;

const endBefore = ({ seq: first, start, ends }: LineRun, seq: number): number =>
  seq === first ? start : start + (ends[seq - first - 1] ?? 0);

const doubled = (ends: Uint32Array): Uint32Array => {
  const larger = new Uint32Array(ends.length * 2);
  larger.set(ends);
  return larger;
};
