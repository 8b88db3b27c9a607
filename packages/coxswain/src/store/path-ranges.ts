import type { Entry } from "../log/index.ts";
import type { Places, Range } from "./places.ts";

/** The ranges of a path's entries, kept up as the path grows in place: looking again costs what was added since. */
export class PathRanges {
  readonly #places: Places;
  #path: readonly Entry[] = [];
  /** Those before it are in the ranges, or were. */
  #length = 0;
  #ranges: [start: number, end: number][] = [];

  constructor(places: Places) {
    this.#places = places;
  }

  /** From the entry at `first` on. Undefined when one of them has no line of its own. */
  of(path: readonly Entry[], first: number): readonly Range[] | undefined {
    const start = this.#placeOf(path[first])?.[0];
    if (start === undefined) return undefined;
    if (path !== this.#path || this.#length < first || start < (this.#ranges[0]?.[0] ?? Infinity)) {
      this.#path = path;
      this.#length = first;
      this.#ranges = [];
    }
    for (; this.#length < path.length; this.#length++) {
      const place = this.#placeOf(path[this.#length]);
      if (place === undefined) return undefined;
      this.#extend(place);
    }
    this.#beginAt(start);
    return this.#ranges.map(([from, to]) => [from, to]);
  }

  #placeOf(entry: Entry | undefined): Range | undefined {
    return entry && this.#places.get(entry.seq);
  }

  #extend([start, end]: Range): void {
    const last = this.#ranges.at(-1);
    if (last?.[1] === start) last[1] = end;
    else this.#ranges.push([start, end]);
  }

  #beginAt(start: number): void {
    const passed = this.#ranges.findIndex(([, end]) => end > start);
    if (passed > 0) this.#ranges.splice(0, passed);
    const [range] = this.#ranges;
    if (range !== undefined) range[0] = start;
  }
}
