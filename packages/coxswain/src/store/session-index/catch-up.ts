import { closeSync, constants, fstatSync, openSync, type Stats } from "node:fs";
import { join } from "node:path";
import type { EntryReader } from "./entry-facts.ts";
import { type Growth, NOTHING, START } from "./growth.ts";
import { markOf } from "./mark.ts";
import { readGrowth } from "./read-growth.ts";
import type { FoundFile } from "./scan-files.ts";
import { isUnchanged, type KnownFile, type SessionRows } from "./session-rows.ts";

/** How far a session file was caught up with. */
export interface Step {
  readonly bytes: number;
  /** Whether the index says all of it now. */
  readonly isDone: boolean;
}

/**
 * Reads about `budget` bytes of a session file on from where the index ends, inside of a transaction: who else reads the
 * same file waits, and goes on from here.
 */
export const catchUp = (
  rows: SessionRows,
  directory: string,
  { path, stats: seen }: FoundFile,
  reader: EntryReader,
  budget: number,
): Step => {
  const known = rows.of(path);
  const { growth, stats, goesOn } = readOn(join(directory, path), seen, known, reader, budget);
  if (growth === undefined) return { bytes: 0, isDone: true };
  if (known !== undefined && !goesOn) rows.remove(known.number);
  rows.grow(known !== undefined && goesOn ? known : rows.add(path), growth, stats);
  return { bytes: growth.bytes, isDone: growth.isLast };
};

/** What is new in a file. No growth: nothing is. */
const readOn = (
  path: string,
  seen: Stats,
  known: KnownFile | undefined,
  reader: EntryReader,
  budget: number,
): { readonly growth: Growth | undefined; readonly stats: Stats; readonly goesOn: boolean } => {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    // Before it is read: what comes after is seen at the next look.
    const stats = fstatSync(descriptor);
    if (known !== undefined && isUnchanged(known, stats)) return { growth: undefined, stats, goesOn: true };
    const goesOn = known !== undefined && isGrown(known, stats, descriptor);
    return { growth: readGrowth(descriptor, path, goesOn ? known : START, reader, budget), stats, goesOn };
  } catch (error) {
    return { growth: { ...NOTHING, problem: (error as Error).message }, stats: seen, goesOn: false };
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
};

/** Whether the file is the one that was read, with all that was read of it, and perhaps more. */
const isGrown = ({ offset, markAt, mark, size, device, inode }: KnownFile, stats: Stats, descriptor: number): boolean => {
  if (stats.ino !== inode || stats.dev !== device || stats.size < offset) return false;
  // Neither longer nor cut off at what was torn: it was written over, or only touched.
  if (stats.size === size) return false;
  return markOf(descriptor, markAt, offset).equals(mark);
};
