import { existsSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import type { EntryReader } from "./entry-facts.ts";
import { discardIndex, openIndex, openUnnamed, UnusableIndexError } from "./open-index.ts";
import { refresh } from "./refresh.ts";
import { indexVersion } from "./schema.ts";

const FILE = "index.db";

export interface IndexSource {
  /** Where a store keeps its sessions. */
  readonly directory: string;
  readonly reader: EntryReader;
  /** Told why the index cannot be used, as that its folder is read-only. The answer is complete all the same. */
  readonly onSetback?: (reason: string) => void;
}

/**
 * Asks the index, once it says what the session files say. A damaged one is made anew; where none can be kept, all files
 * are read for this one answer.
 */
export const useIndex = async <Answer>(source: IndexSource, ask: (database: DatabaseSync) => Answer): Promise<Answer> => {
  const { directory, reader, onSetback } = source;
  const version = indexVersion(reader.version);
  // A folder that is not there is not made for a question.
  if (!existsSync(directory)) return useUnnamed(source, ask);
  const path = join(directory, FILE);
  let reason: string;
  try {
    return await overKept(path, version, source, ask);
  } catch (error) {
    if (!isSetback(error)) throw error;
    reason = error.message;
  }
  onSetback?.(reason);
  return useUnnamed(source, ask);
};

/** Asks an index that is made for this one answer from all files. */
export const useUnnamed = async <Answer>(source: IndexSource, ask: (database: DatabaseSync) => Answer): Promise<Answer> =>
  over(openUnnamed(indexVersion(source.reader.version)), source, ask);

const overKept = async <Answer>(
  path: string,
  version: number,
  source: IndexSource,
  ask: (database: DatabaseSync) => Answer,
): Promise<Answer> => {
  try {
    return await over(openIndex(path, version), source, ask);
  } catch (error) {
    if (!isDamage(error)) throw error;
  }
  discardIndex(path);
  return over(openIndex(path, version), source, ask);
};

const over = async <Answer>(
  database: DatabaseSync,
  { directory, reader }: IndexSource,
  ask: (database: DatabaseSync) => Answer,
): Promise<Answer> => {
  try {
    await refresh(database, directory, reader);
    return ask(database);
  } finally {
    database.close();
  }
};

/** SQLite's codes of what has to do with the place or the moment: permission, busy, locked, memory, read-only, I/O, full, no file. */
const CIRCUMSTANCES = new Set([3, 5, 6, 7, 8, 10, 13, 14, 15, 22, 23]);

/** Whether it is the fault of what the index holds. All can be had again. */
const isDamage = (error: unknown): boolean => {
  const code = sqliteCode(error);
  return code !== undefined && !CIRCUMSTANCES.has(code);
};

/** Whether the index was in the way, and not the question. */
const isSetback = (error: unknown): error is Error =>
  error instanceof UnusableIndexError || (error instanceof Error && (sqliteCode(error) !== undefined || "syscall" in error));

const sqliteCode = (error: unknown): number | undefined =>
  error instanceof Error && "errcode" in error && typeof error.errcode === "number" ? error.errcode & 0xff : undefined;
