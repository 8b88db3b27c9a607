import type { FileHandle } from "node:fs/promises";

const FIRST_WINDOW = 64 * 1024;
/** Who wants more than that reads it all, in small pieces. */
const LAST_WINDOW = 16 * 1024 * 1024;
const LINE_END = 0x0a;
/** How an entry begins, as the log writes it. */
const SEQ = /^\{"seq":(\d+),/;
/** Bytes of a line in which its seq is. */
const BEGINNING = 32;

/**
 * Where a line begins from which on all entries after a seq are found, with few before them: looked for from the end,
 * so that the cost is that of what is new. Undefined: the end of the last whole line.
 */
export const placeAfter = async (file: FileHandle, seq: number | undefined): Promise<number> => {
  const { size } = await file.stat();
  for (let window = FIRST_WINDOW; ; window *= 4) {
    const from = Math.max(0, size - window);
    const bytes = await read(file, from, size);
    const place = seq === undefined ? bytes.lastIndexOf(LINE_END) + 1 : lastStartUpTo(bytes, seq, from === 0);
    if (place > 0) return from + place;
    if (from === 0 || window >= LAST_WINDOW) return 0;
  }
};

/** Where the last line begins whose entry is at most this seq; 0 when none does. */
const lastStartUpTo = (bytes: Buffer, seq: number, whole: boolean): number => {
  for (let end = bytes.length; end > 0;) {
    const start = bytes.lastIndexOf(LINE_END, end - 1) + 1;
    if (start === 0 && !whole) return 0;
    const found = SEQ.exec(bytes.subarray(start, start + BEGINNING).toString("latin1"));
    if (found !== null && Number(found[1]) <= seq) return start;
    end = start - 1;
  }
  return 0;
};

const read = async (file: FileHandle, from: number, to: number): Promise<Buffer> => {
  const buffer = Buffer.allocUnsafe(to - from);
  let filled = 0;
  while (filled < buffer.length) {
    const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, from + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
};
