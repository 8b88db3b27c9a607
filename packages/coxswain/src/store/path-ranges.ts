import type { Entry, Path } from "../log/index.ts";
import type { LineRanges, Range } from "./line-ranges.ts";

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
