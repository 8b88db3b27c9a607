import type { Entry, Path } from "../log/index.ts";

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

/** Byte ranges of a path's entries. A repeated call for the same revision adds only the new entries. */
export class PathRanges {
  readonly #lines: LineRanges;
  #revision: symbol | undefined;
  /** Number of entries of the path that are already in the ranges. */
  #length = 0;
  #ranges: [start: number, end: number][] = [];

  constructor(lines: LineRanges) {
    this.#lines = lines;
  }

  /** Returns the ranges from the entry at `first`, or undefined if one of the entries has no line. */
  of({ entries, revision }: Path, first: number): readonly Range[] | undefined {
    const start = this.#rangeOf(entries[first])?.[0];
    if (start === undefined) return undefined;
    if (revision !== this.#revision || this.#length < first || start < (this.#ranges[0]?.[0] ?? Infinity)) {
      this.#revision = revision;
      this.#length = first;
      this.#ranges = [];
    }
    for (; this.#length < entries.length; this.#length++) {
      const range = this.#rangeOf(entries[this.#length]);
      if (range === undefined) return undefined;
      this.#extend(range);
    }
    this.#beginAt(start);
    return this.#ranges.map(([from, to]) => [from, to]);
  }

  #rangeOf(entry: Entry | undefined): Range | undefined {
    return entry && this.#lines.get(entry.seq);
  }

  #extend([start, end]: Range): void {
    const last = this.#ranges.at(-1);
    if (last?.[1] === start) last[1] = end;
    else this.#ranges.push([start, end]);
  }

  #beginAt(start: number): void {
    const skipped = this.#ranges.findIndex(([, end]) => end > start);
    if (skipped > 0) this.#ranges.splice(0, skipped);
    const [range] = this.#ranges;
    if (range !== undefined) range[0] = start;
  }
}
