import { constants, statSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import type { Entry } from "../../log/index.ts";
import { type ContentOf, unpackEntries } from "../blobs/index.ts";
import { decodeLine, salvage } from "../decode-line.ts";
import { readLines } from "../lines.ts";
import { Changes, type ChangeSources } from "./changes.ts";
import { offsetAfter } from "./offset-after.ts";

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
