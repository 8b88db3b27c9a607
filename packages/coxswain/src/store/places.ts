/** Bytes of a file, from where a line begins to where one has ended. */
export type Range = readonly [start: number, end: number];

/** Entries whose seqs and lines follow each other without a gap. */
interface Stretch {
  /** Of the first one. */
  readonly seq: number;
  /** Where each line begins, and at last where the last one has ended. */
  readonly bounds: number[];
}

/** Where entries stand in a file, by their seq: one number for each, since a session may have a hundred thousand. */
export class Places {
  readonly #stretches: Stretch[] = [];

  /** Takes them in the order of the file. One whose seq was there already, or is less, is left out: something is wrong with it. */
  add(seq: number, start: number, end: number): void {
    const last = this.#stretches.at(-1);
    const next = last === undefined ? 0 : last.seq + last.bounds.length - 1;
    if (seq < next) return;
    if (seq === next && last?.bounds.at(-1) === start) last.bounds.push(end);
    else this.#stretches.push({ seq, bounds: [start, end] });
  }

  get(seq: number): Range | undefined {
    const stretch = this.#stretches.findLast((candidate) => candidate.seq <= seq);
    if (stretch === undefined) return undefined;
    const start = stretch.bounds[seq - stretch.seq];
    const end = stretch.bounds[seq - stretch.seq + 1];
    return start === undefined || end === undefined ? undefined : [start, end];
  }
}
