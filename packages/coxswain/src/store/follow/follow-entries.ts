import { constants, statSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import type { Entry } from "../../log/index.ts";
import { type ContentOf, unpackEntries } from "../blobs/index.ts";
import { decodeLine, salvage } from "../decode-line.ts";
import { readLines } from "../read-lines.ts";
import { Changes, type ChangeSources } from "./changes.ts";

export interface Following {
  /** Seq of the last entry that the caller has. Default: the last entry now in the file. */
  readonly after: number | undefined;
  readonly signal: AbortSignal;
  readonly contentOf: ContentOf;
}

/**
 * Yields the entries of a session file that another process writes: those after a seq, then each new one, until the
 * signal aborts or the file is removed. A line counts once its end is written. A line that the owner rolls back and
 * writes again is yielded once.
 */
export async function* followEntries(
  path: string,
  { after, signal, contentOf }: Following,
  sources?: ChangeSources,
): AsyncGenerator<Entry> {
  await using file = await openIfPresent(path);
  if (file === undefined) return;
  using changes = new Changes(signal, sources);
  changes.begin(path);
  let last = after;
  let position = await offsetAfter(file, after);
  for (;;) {
    if ((await file.stat()).size < position) position = await offsetAfter(file, last);
    for await (const { entries, end } of wholeLines(file, position)) {
      for await (const entry of unpackEntries(entries, contentOf)) {
        if (last !== undefined && entry.seq <= last) continue;
        last = entry.seq;
        yield entry;
      }
      position = end;
    }
    if (signal.aborted || !(await isInPlace(file, path))) return;
    await changes.next();
  }
}

/** Returns undefined if the file was removed before it was opened. */
const openIfPresent = async (path: string): Promise<FileHandle | undefined> => {
  try {
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
};

/** Yields the entries of complete lines, and the offset of the next line. */
async function* wholeLines(file: FileHandle, from: number): AsyncGenerator<{ readonly entries: readonly Entry[]; readonly end: number }> {
  for await (const lines of readLines(file, from)) {
    const whole = lines.filter(({ ended }) => ended);
    const last = whole.at(-1);
    if (last === undefined) return;
    const entries = whole.flatMap(({ offset, bytes }) => {
      if (offset === 0 || bytes === undefined) return []; // the header, or a line that is too long
      return decodeLine(bytes) ?? salvage(bytes);
    });
    yield { entries, end: last.offset + last.length + 1 };
  }
}

const isInPlace = async (file: FileHandle, path: string): Promise<boolean> => {
  const { ino, dev } = await file.stat();
  const named = statSync(path, { throwIfNoEntry: false });
  return named?.ino === ino && named.dev === dev;
};

const FIRST_WINDOW = 64 * 1024;
/** A caller that needs more than this reads the whole file in small chunks. */
const LAST_WINDOW = 16 * 1024 * 1024;
const LINE_END = 0x0a;
/** First bytes of an entry as the log writes it. */
const SEQ = /^\{"seq":(\d+),/;
/** The seq is within this many bytes of the line. */
const SEQ_BYTES = 32;

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
    const found = SEQ.exec(bytes.subarray(start, start + SEQ_BYTES).toString("latin1"));
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
