import type { CheckpointEntry, Entry, Path, Route } from "../log/index.ts";
import { PathRanges, LineRanges, type Range } from "./byte-ranges.ts";

/** Reading fewer bytes than this costs about nothing. */
const WORTH_BYTES = 64 * 1024;
/** A checkpoint must save this multiple of the length of its line, so that checkpoints are a small part of the file. */
const WORTH_LINES = 16;
/** Once the last checkpoint is this far from the end, another one is written. */
const FAR_BYTES = 1024 * 1024;

/** Estimates the cost of opening a session's file, and decides when a checkpoint saves enough to be worth its line. */
export class CheckpointPlan {
  readonly #lines = new LineRanges();
  readonly #ranges = new PathRanges(this.#lines);
  /** Bytes of entries that opening the session reads. */
  #cost = 0;
  /** Size of the file. */
  #end = 0;
  /** Range of the last checkpoint's line. */
  #last: Range | undefined;

  /** Adds a line that was read or appended, in file order. */
  add({ seq }: Entry, start: number, end: number): void {
    this.#lines.add(seq, start, end);
    this.#cost += end - start;
    this.#end = end;
  }

  /** Sets the checkpoint from which opening starts. Ignored if the checkpoint is not at the offset it states. */
  beginAt({ seq, offset, ranges }: CheckpointEntry): void {
    const line = this.#lines.get(seq);
    if (line?.[0] !== offset) return;
    this.#last = line;
    this.#cost = bytesIn(ranges) + this.#end - offset;
  }

  /** Returns the byte ranges of the path from the entry at `first`, if a checkpoint is worth writing now. */
  route(path: Path, first: number): Route | undefined {
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
