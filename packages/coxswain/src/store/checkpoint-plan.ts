import type { CheckpointEntry, Entry, Route } from "../log/index.ts";
import { PathRanges } from "./path-ranges.ts";
import { Places, type Range } from "./places.ts";

/** Reading so much costs about nothing. */
const WORTH_BYTES = 64 * 1024;
/** How many times its own line a checkpoint has to save, so that they never make up more than a small part of the file. */
const WORTH_LINES = 16;
/** How far from the end the last checkpoint may come to stand before there is another. */
const FAR_BYTES = 1024 * 1024;

/** What opening a session's file costs, and when a checkpoint would make that so much less that it is worth its line. */
export class CheckpointPlan {
  readonly #places = new Places();
  readonly #ranges = new PathRanges(this.#places);
  /** Bytes of entries that opening reads. */
  #cost = 0;
  /** Of the file. */
  #end = 0;
  /** The line of the last checkpoint. */
  #last: Range | undefined;

  /** A line that was read or appended, in the order of the file. */
  add({ seq }: Entry, start: number, end: number): void {
    this.#places.add(seq, start, end);
    this.#cost += end - start;
    this.#end = end;
  }

  /** Opening begins at this checkpoint, unless it stands elsewhere than it says. */
  beginAt({ seq, offset, ranges }: CheckpointEntry): void {
    const place = this.#places.get(seq);
    if (place?.[0] !== offset) return;
    this.#last = place;
    this.#cost = bytesIn(ranges) + this.#end - offset;
  }

  /** Where the path stands from the entry at `first` on, when it is time to say so in a checkpoint. */
  route(path: readonly Entry[], first: number): Route | undefined {
    if (this.#cost < WORTH_BYTES) return undefined;
    const ranges = this.#ranges.of(path, first);
    return ranges !== undefined && this.#isWorth(this.#cost - bytesIn(ranges)) ? { offset: this.#end, ranges } : undefined;
  }

  #isWorth(saved: number): boolean {
    if (this.#last === undefined) return saved >= WORTH_BYTES;
    const [start, end] = this.#last;
    const line = end - start;
    const lines = WORTH_LINES * line;
    return saved - line >= Math.max(WORTH_BYTES, lines) || this.#end - end >= Math.max(FAR_BYTES, lines);
  }
}

const bytesIn = (ranges: readonly Range[]): number => ranges.reduce((sum, [start, end]) => sum + end - start, 0);
