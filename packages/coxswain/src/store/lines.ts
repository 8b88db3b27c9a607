import { readSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";

/** The longest line that is read or written, in bytes without its line end. Longer ones are damage. */
export const MAX_LINE_BYTES = 64 * 1024 * 1024;

/** Most files are small; one that fills this is read in chunks that double up to the larger size. */
const FIRST_CHUNK_BYTES = 64 * 1024;
const CHUNK_BYTES = 1024 * 1024;
const LINE_END = 0x0a;

/** One line of a file. */
export interface Line {
  /** Of its first byte in the file. */
  readonly offset: number;
  /** Without the line end; holds until the next lines are asked for. Undefined in a line that is too long. */
  readonly bytes: Buffer | undefined;
  /** Bytes without the line end. */
  readonly length: number;
  /** False in the last line of a file that does not end with a line end. */
  readonly ended: boolean;
}

/**
 * The lines of a file from a place on, to another, as many at a time as were read together. Memory is bounded by
 * `MAX_LINE_BYTES`.
 */
export async function* readLines(file: FileHandle, from = 0, to = Infinity): AsyncGenerator<readonly Line[]> {
  const cutter = new LineCutter(from);
  for (;;) {
    const room = cutter.room();
    const { bytesRead } = await file.read(room, 0, Math.min(room.length, to - cutter.position), cutter.position);
    if (bytesRead === 0) break;
    const lines = cutter.take(bytesRead);
    if (lines.length > 0) yield lines;
  }
  yield* cutter.rest();
}

/** The same without giving way to anything else in between: quicker where there are many small files. */
export function* readLinesSync(descriptor: number, from = 0): Generator<readonly Line[]> {
  const cutter = new LineCutter(from);
  for (;;) {
    const room = cutter.room();
    const bytesRead = readSync(descriptor, room, 0, room.length, cutter.position);
    if (bytesRead === 0) break;
    const lines = cutter.take(bytesRead);
    if (lines.length > 0) yield lines;
  }
  yield* cutter.rest();
}

/** Cuts what is read of a file into lines. */
class LineCutter {
  #buffer = Buffer.allocUnsafe(FIRST_CHUNK_BYTES);
  /** Of the buffer's first byte in the file. */
  #offset: number;
  #filled = 0;
  /** Where the line begins that has no end yet. */
  #from = 0;
  /** Bytes of that line that were too many to keep. */
  #dropped = 0;

  constructor(offset: number) {
    this.#offset = offset;
  }

  /** Of the next byte to be read. */
  get position(): number {
    return this.#offset + this.#filled;
  }

  /** Where the next bytes belong. What was cut off before does not hold from here on. */
  room(): Buffer {
    if (this.#dropped > 0 || this.#filled - this.#from > MAX_LINE_BYTES) {
      this.#dropped += this.#filled - this.#from;
      this.#from = this.#filled;
    }
    const size = this.#buffer.length;
    const rest = this.#filled - this.#from;
    const tooSmall = rest * 2 > size || (this.#filled === size && size < CHUNK_BYTES);
    const next = tooSmall ? Buffer.allocUnsafe(size * 2) : this.#buffer;
    this.#buffer.copy(next, 0, this.#from, this.#filled);
    this.#buffer = next;
    this.#offset += this.#from;
    this.#filled = rest;
    this.#from = 0;
    return next.subarray(rest);
  }

  /** The lines that end in the bytes that were read. */
  take(count: number): readonly Line[] {
    const searched = this.#filled;
    this.#filled += count;
    const lines: Line[] = [];
    for (let end = this.#find(searched); end >= 0; end = this.#find(this.#from)) {
      const length = this.#dropped + end - this.#from;
      const bytes = length > MAX_LINE_BYTES ? undefined : this.#buffer.subarray(this.#from, end);
      lines.push({ offset: this.#offset + this.#from - this.#dropped, bytes, length, ended: true });
      this.#dropped = 0;
      this.#from = end + 1;
    }
    return lines;
  }

  /** At the end of the file: the last line, when it has no end. */
  *rest(): Generator<readonly Line[]> {
    const length = this.#dropped + this.#filled - this.#from;
    if (length === 0) return;
    const bytes = this.#dropped > 0 ? undefined : this.#buffer.subarray(this.#from, this.#filled);
    yield [{ offset: this.#offset + this.#from - this.#dropped, bytes, length, ended: false }];
  }

  #find(from: number): number {
    const at = this.#buffer.indexOf(LINE_END, from);
    return at < this.#filled ? at : -1;
  }
}
