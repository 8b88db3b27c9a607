import type { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import type { EntryReader } from "./entry-facts.ts";
import { isUnchanged, type SessionRows, sessionRows, type IndexedFile } from "./session-rows.ts";
import { transaction } from "./schema.ts";
import { closeSync, constants, fstatSync, openSync, type Stats, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type Growth, NOTHING, START, fingerprint } from "./growth.ts";
import { readGrowth } from "./read-growth.ts";
import { EXTENSION, isProjectFolder, isSessionId } from "../session-file.ts";

/** Bytes of session files per transaction by default, which bound the waiting time of others and the loss after a kill. */
const BATCH_BYTES = 16 * 1024 * 1024;
/** Cost of opening a file, in bytes. */
const OPENING_BYTES = 64 * 1024;

/**
 * Updates the index from the session files: reads appended content, and rereads files that shrank, moved or were
 * replaced. Yields to the event loop after each batch.
 */
export const refresh = async (
  database: DatabaseSync,
  directory: string,
  reader: EntryReader,
  batchBytes: number = BATCH_BYTES,
): Promise<void> => {
  const { missing, outdated } = compare(database, directory);
  if (missing.length === 0 && outdated.length === 0) return;

  const rows = sessionRows(database);
  transaction(database, () => missing.forEach((path) => forget(rows, path)));
  while (outdated.length > 0) {
    transaction(database, () => {
      for (let budget = batchBytes; budget > 0; budget -= OPENING_BYTES) {
        const file = outdated.at(-1);
        if (file === undefined) return;
        const { bytes, isDone } = indexFile(rows, directory, file, reader, budget);
        if (isDone) outdated.pop();
        budget -= bytes;
      }
    });
    await setImmediate();
  }
};

const forget = (rows: SessionRows, path: string): void => {
  const indexed = rows.of(path);
  if (indexed !== undefined) rows.remove(indexed.number);
};

/** Returns the paths of rows without a file, and the files that have changed since they were read. */
const compare = (database: DatabaseSync, directory: string) => {
  const statement = database.prepare("SELECT path, size, changed FROM sessions");
  statement.setReturnArrays(true);
  const rows = statement.all() as unknown as readonly [path: string, size: number, changed: number][];
  const unseen = new Map(rows.map((row) => [row[0], row]));
  const outdated: FoundFile[] = [];
  for (const file of scanFiles(directory)) {
    const row = unseen.get(file.path);
    unseen.delete(file.path);
    if (row === undefined || !isUnchanged({ size: row[1], changed: row[2] }, file.stats)) outdated.push(file);
  }
  return { missing: [...unseen.keys()], outdated };
};

/** Progress of indexing one session file. */
interface Step {
  readonly bytes: number;
  /** True if the index now covers the whole file. */
  readonly isDone: boolean;
}

/**
 * Indexes about `budget` bytes of a session file, starting where the index ends. Runs in a transaction: another process
 * indexing the same file waits, and continues from here.
 */
const indexFile = (rows: SessionRows, directory: string, { path, stats: seen }: FoundFile, reader: EntryReader, budget: number): Step => {
  const indexed = rows.of(path);
  const { growth, stats, continues } = readNewContent(join(directory, path), seen, indexed, reader, budget);
  if (growth === undefined) return { bytes: 0, isDone: true };
  if (indexed !== undefined && !continues) rows.remove(indexed.number);
  rows.grow(indexed !== undefined && continues ? indexed : rows.add(path), growth, stats);
  return { bytes: growth.bytes, isDone: growth.isLast };
};

/** Reads new content of a file. `growth` is undefined if there is none. */
const readNewContent = (
  path: string,
  seen: Stats,
  indexed: IndexedFile | undefined,
  reader: EntryReader,
  budget: number,
): { readonly growth: Growth | undefined; readonly stats: Stats; readonly continues: boolean } => {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    // Read before the content: content appended later is found the next time.
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

/** A session file, before it is read. */
interface FoundFile {
  /** Relative to the store's directory: `PROJECT/ID.jsonl`. */
  readonly path: string;
  readonly stats: Stats;
}

/** Yields the session files below a store's directory. Skips inaccessible ones. */
export function* scanFiles(directory: string): Generator<FoundFile> {
  const folders = ifAccessible(() => readdirSync(directory, { withFileTypes: true }).filter(isProjectFolder)) ?? [];
  for (const project of folders) {
    for (const name of ifAccessible(() => readdirSync(join(directory, project.name))) ?? []) {
      if (!name.endsWith(EXTENSION) || !isSessionId(name.slice(0, -EXTENSION.length))) continue;
      const path = `${project.name}/${name}`;
      const stats = ifAccessible(() => lstatSync(`${directory}/${path}`));
      if (stats?.isFile() === true) yield { path, stats };
    }
  }
}

/** Ignores missing and inaccessible files, so that the others are listed. */
const ifAccessible = <Value>(read: () => Value): Value | undefined => {
  try {
    return read();
  } catch {
    return undefined;
  }
};
