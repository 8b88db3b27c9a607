import type { FileHandle } from "node:fs/promises";

const FIRST_WINDOW = 64 * 1024;
/** A caller that needs more than this reads the whole file in small chunks. */
const LAST_WINDOW = 16 * 1024 * 1024;
const LINE_END = 0x0a;
/** First bytes of an entry as the log writes it. */
const SEQ = /^\{"seq":(\d+),/;
/** The seq is within this many bytes of the line. */
const BEGINNING = 32;

/**
 * Returns the offset of a line from which all entries after `seq` follow, with few others before them. Searches from
 * the end, so that the cost is that of the new entries. Undefined `seq`: the end of the last complete line.
 */
export const offsetAfter = async (file: FileHandle, seq: number | undefined): Promise<number> => {
  const { size } = await file.stat();
  for (let window = FIRST_WINDOW; ; window *= 4) {
    const from = Math.max(0, size - window);
    const bytes = await read(file, from, size);
    const offset = seq === undefined ? bytes.lastIndexOf(LINE_END) + 1 : lastStartUpTo(bytes, seq, from === 0);
    if (offset > 0) return from + offset;
    if (from === 0 || window >= LAST_WINDOW) return 0;
  }
};

/** Returns the offset of the last line whose entry's seq is at most `seq`, or 0. */
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
