import { existsSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import type { EntryReader } from "./entry-facts.ts";
import { discardIndex, openIndex, openUnnamed, UnusableIndexError } from "./open-index.ts";
import { refresh } from "./refresh.ts";
import { indexVersion } from "./schema.ts";

const FILE = "index.db";

export interface IndexSource {
  /** The store's directory. */
  readonly directory: string;
  readonly reader: EntryReader;
  /** Receives the reason why the index cannot be used, such as a read-only folder. The answer is complete anyway. */
  readonly onSetback?: (reason: string) => void;
}

/**
 * Updates the index and queries it. A damaged index is rebuilt. If no index can be stored, all files are read for this
 * one answer.
 */
export const useIndex = async <Answer>(source: IndexSource, ask: (database: DatabaseSync) => Answer): Promise<Answer> => {
  const { directory, reader, onSetback } = source;
  const version = indexVersion(reader.version);
  // A query must not create the folder.
  if (!existsSync(directory)) return useUnnamed(source, ask);
  const path = join(directory, FILE);
  let reason: string;
  try {
    return await useStored(path, version, source, ask);
  } catch (error) {
    if (!isSetback(error)) throw error;
    reason = error.message;
  }
  onSetback?.(reason);
  return useUnnamed(source, ask);
};

/** Queries an index that is built from all files for this one answer. */
export const useUnnamed = async <Answer>(source: IndexSource, ask: (database: DatabaseSync) => Answer): Promise<Answer> =>
  over(openUnnamed(indexVersion(source.reader.version)), source, ask);

const useStored = async <Answer>(
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

/** SQLite error codes that depend on the environment: permission, busy, locked, memory, read-only, I/O, full, no file. */
const CIRCUMSTANCES = new Set([3, 5, 6, 7, 8, 10, 13, 14, 15, 22, 23]);

/** Returns true if the index is damaged. It can be rebuilt completely. */
const isDamage = (error: unknown): boolean => {
  const code = sqliteCode(error);
  return code !== undefined && !CIRCUMSTANCES.has(code);
};

/** Returns true if the index failed, not the query. */
const isSetback = (error: unknown): error is Error =>
  error instanceof UnusableIndexError || (error instanceof Error && (sqliteCode(error) !== undefined || "syscall" in error));

const sqliteCode = (error: unknown): number | undefined =>
  error instanceof Error && "errcode" in error && typeof error.errcode === "number" ? error.errcode & 0xff : undefined;
