import { closeSync, constants, fstatSync, openSync, type Stats } from "node:fs";
import { join } from "node:path";
import type { EntryReader } from "./entry-facts.ts";
import { type Growth, NOTHING, START } from "./growth.ts";
import { fingerprint } from "./mark.ts";
import { readGrowth } from "./read-growth.ts";
import type { FoundFile } from "./scan-files.ts";
import { isUnchanged, type IndexedFile, type SessionRows } from "./session-rows.ts";

/** Progress of indexing one session file. */
export interface Step {
  readonly bytes: number;
  /** True if the index now covers the whole file. */
  readonly isDone: boolean;
}

/**
 * Indexes about `budget` bytes of a session file, starting where the index ends. Runs in a transaction: another process
 * indexing the same file waits, and continues from here.
 */
export const catchUp = (
  rows: SessionRows,
  directory: string,
  { path, stats: seen }: FoundFile,
  reader: EntryReader,
  budget: number,
): Step => {
  const indexed = rows.of(path);
  const { growth, stats, continues } = readOn(join(directory, path), seen, indexed, reader, budget);
  if (growth === undefined) return { bytes: 0, isDone: true };
  if (indexed !== undefined && !continues) rows.remove(indexed.number);
  rows.grow(indexed !== undefined && continues ? indexed : rows.add(path), growth, stats);
  return { bytes: growth.bytes, isDone: growth.isLast };
};

/** Reads new content of a file. `growth` is undefined if there is none. */
const readOn = (
  path: string,
  seen: Stats,
  indexed: IndexedFile | undefined,
  reader: EntryReader,
  budget: number,
): { readonly growth: Growth | undefined; readonly stats: Stats; readonly continues: boolean } => {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    // Taken before reading: content appended later is found the next time.
    const stats = fstatSync(descriptor);
    if (indexed !== undefined && isUnchanged(indexed, stats)) return { growth: undefined, stats, continues: true };
    const continues = indexed !== undefined && isGrown(indexed, stats, descriptor);
    return { growth: readGrowth(descriptor, path, continues ? indexed : START, reader, budget), stats, continues };
  } catch (error) {
    return { growth: { ...NOTHING, problem: (error as Error).message }, stats: seen, continues: false };
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
};

/** Returns true if the file is the one that was read and has only been appended to. */
const isGrown = ({ offset, markAt, mark, size, device, inode }: IndexedFile, stats: Stats, descriptor: number): boolean => {
  if (stats.ino !== inode || stats.dev !== device || stats.size < offset) return false;
  // Same size as before: it was overwritten, or only its times changed.
  if (stats.size === size) return false;
  return fingerprint(descriptor, markAt, offset).equals(mark);
};
