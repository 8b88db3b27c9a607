import { constants, statSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import type { Entry } from "../../log/index.ts";
import { type ContentOf, unpackEntries } from "../blobs/index.ts";
import { decodeLine, salvage } from "../decode-line.ts";
import { readLines } from "../lines.ts";
import { Changes, type ChangeSources } from "./changes.ts";
import { placeAfter } from "./place-after.ts";

export interface Following {
  /** Seq of the last entry that is known. Default: what is in the file now is known. */
  readonly after: number | undefined;
  readonly signal: AbortSignal;
  readonly contentOf: ContentOf;
}

/**
 * The entries of a session file that another process writes: those after a seq, and then each as it comes, until the
 * signal aborts or the file is removed. A line counts once its end is there; what its owner took back and writes
 * again comes once.
 */
export async function* followEntries(
  path: string,
  { after, signal, contentOf }: Following,
  sources?: ChangeSources,
): AsyncGenerator<Entry> {
  await using file = await openThere(path);
  if (file === undefined) return;
  using changes = new Changes(signal, sources);
  changes.begin(path);
  let last = after;
  let place = await placeAfter(file, after);
  for (;;) {
    if ((await file.stat()).size < place) place = await placeAfter(file, last);
    for await (const { entries, end } of wholeLines(file, place)) {
      for await (const entry of unpackEntries(entries, contentOf)) {
        if (last !== undefined && entry.seq <= last) continue;
        last = entry.seq;
        yield entry;
      }
      place = end;
    }
    if (signal.aborted || !(await isInPlace(file, path))) return;
    await changes.next();
  }
}

/** Undefined: it was removed before it was opened. */
const openThere = async (path: string): Promise<FileHandle | undefined> => {
  try {
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
};

/** The entries of the lines that are whole, and where the next line begins. */
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
