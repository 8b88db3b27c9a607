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

/** The lines of a file, as many at a time as were read together. Memory is bounded by `MAX_LINE_BYTES`. */
export async function* readLines(file: FileHandle): AsyncGenerator<readonly Line[]> {
  let buffer = Buffer.allocUnsafe(FIRST_CHUNK_BYTES);
  let offset = 0;
  let filled = 0;
  let dropped = 0;
  for (;;) {
    const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, offset + filled);
    if (bytesRead === 0) break;
    const searched = filled;
    filled += bytesRead;

    const lines: Line[] = [];
    let from = 0;
    for (let end = find(buffer, searched, filled); end >= 0; end = find(buffer, from, filled)) {
      const length = dropped + end - from;
      const bytes = length > MAX_LINE_BYTES ? undefined : buffer.subarray(from, end);
      lines.push({ offset: offset + from - dropped, bytes, length, ended: true });
      dropped = 0;
      from = end + 1;
    }
    if (lines.length > 0) yield lines;

    if (dropped > 0 || filled - from > MAX_LINE_BYTES) {
      dropped += filled - from;
      from = filled;
    }
    const rest = filled - from;
    const tooSmall = rest * 2 > buffer.length || (filled === buffer.length && filled < CHUNK_BYTES);
    const next = tooSmall ? Buffer.allocUnsafe(buffer.length * 2) : buffer;
    buffer.copy(next, 0, from, filled);
    buffer = next;
    offset += from;
    filled = rest;
  }
  const length = dropped + filled;
  if (length > 0) yield [{ offset: offset - dropped, bytes: dropped > 0 ? undefined : buffer.subarray(0, filled), length, ended: false }];
}

const find = (buffer: Buffer, from: number, filled: number): number => {
  const at = buffer.indexOf(LINE_END, from);
  return at < filled ? at : -1;
};
