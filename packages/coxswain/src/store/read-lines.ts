import { readSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";

/** Maximum length of a line in bytes, without its line end. Longer lines are damage. */
export const MAX_LINE_BYTES = 64 * 1024 * 1024;

/** Most files are small. The chunk size doubles up to the maximum for larger ones. */
const FIRST_CHUNK_BYTES = 64 * 1024;
const CHUNK_BYTES = 1024 * 1024;
const LINE_END = 0x0a;

/** One line of a file. */
export interface Line {
  /** Offset of the line's first byte in the file. */
  readonly offset: number;
  /** The line without its end, valid until the next lines are read. Undefined if the line is too long. */
  readonly bytes: Buffer | undefined;
  /** Length in bytes, without the line end. */
  readonly length: number;
  /** False for the last line of a file that does not end with a line end. */
  readonly ended: boolean;
}

/**
 * Yields the lines between two offsets of a file, in batches of one read each. Memory is bounded by `MAX_LINE_BYTES`.
 */
export async function* readLines(file: FileHandle, from = 0, to = Infinity): AsyncGenerator<readonly Line[]> {
  const cutter = new LineSplitter(from);
  for (;;) {
    const room = cutter.freeBuffer();
    const { bytesRead } = await file.read(room, 0, Math.min(room.length, to - cutter.position), cutter.position);
    if (bytesRead === 0) break;
    const lines = cutter.split(bytesRead);
    if (lines.length > 0) yield lines;
  }
  yield* cutter.rest();
}

/** Synchronous `readLines`: faster for many small files. */
export function* readLinesSync(descriptor: number, from = 0): Generator<readonly Line[]> {
  const cutter = new LineSplitter(from);
  for (;;) {
    const room = cutter.freeBuffer();
    const bytesRead = readSync(descriptor, room, 0, room.length, cutter.position);
    if (bytesRead === 0) break;
    const lines = cutter.split(bytesRead);
    if (lines.length > 0) yield lines;
  }
  yield* cutter.rest();
}

/** Splits the bytes of a file into lines. */
class LineSplitter {
  #buffer = Buffer.allocUnsafe(FIRST_CHUNK_BYTES);
  /** File offset of the buffer's first byte. */
  #offset: number;
  #filled = 0;
  /** Start of the incomplete line in the buffer. */
  #from = 0;
  /** Bytes of that line that were dropped because it is too long. */
  #dropped = 0;

  constructor(offset: number) {
    this.#offset = offset;
  }

  /** File offset of the next byte to read. */
  get position(): number {
    return this.#offset + this.#filled;
  }

  /** Returns the buffer for the next bytes. Invalidates the lines returned so far. */
  freeBuffer(): Buffer {
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

  /** Returns the lines that end in the last `count` bytes read. */
  split(count: number): readonly Line[] {
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

  /** Yields the last line of a file that does not end with a line end. */
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
