import { existsSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import type { EntryReader } from "./entry-facts.ts";
import { discardIndex, openIndex, openTemporary, UnusableIndexError } from "./open-index.ts";
import { refresh } from "./refresh.ts";
import { indexVersion } from "./schema.ts";
import { type IndexedSession, listSessions, type ListQuery } from "./list-sessions.ts";
import { type IndexedPrompt, listPrompts, type PromptQuery } from "./list-prompts.ts";
import { type SearchHit, type SearchQuery, searchTexts } from "./search-texts.ts";
import { type UsageQuery, type UsageReport, usageReport } from "./usage-report.ts";

const FILE = "index.db";

export interface IndexSource {
  /** The store's directory. */
  readonly directory: string;
  readonly reader: EntryReader;
  /** Receives the reason why the index cannot be used, such as a read-only folder. The answer is complete anyway. */
  readonly onSetback?: (reason: string) => void;
  /**
   * Bytes of session files that a query reads before the event loop continues. Fewer take longer in total. Default: 16 MiB.
   */
  readonly batchBytes?: number;
}

export const list = (source: IndexSource, query: ListQuery): Promise<readonly IndexedSession[]> =>
  withIndex(source, (database) => listSessions(database, source.directory, query));

export const search = (source: IndexSource, text: string, query: SearchQuery): Promise<readonly SearchHit[]> =>
  withIndex(source, (database) => searchTexts(database, source.directory, text, query));

export const prompts = (source: IndexSource, query: PromptQuery): Promise<readonly IndexedPrompt[]> =>
  withIndex(source, (database) => listPrompts(database, source.directory, query));

export const usage = (source: IndexSource, query: UsageQuery): Promise<UsageReport> =>
  withIndex(source, (database) => usageReport(database, query));

/** Lists all sessions from an index that is built for this one answer. */
export const listUnindexed = (directory: string, reader: EntryReader): Promise<readonly IndexedSession[]> =>
  withTemporaryIndex({ directory, reader }, (database) => listSessions(database, directory, { agents: true }));

/**
 * Updates the index and queries it. A damaged index is rebuilt. If no index can be stored, all files are read for this
 * one answer.
 */
const withIndex = async <Answer>(source: IndexSource, query: (database: DatabaseSync) => Answer): Promise<Answer> => {
  const { directory, reader, onSetback } = source;
  const version = indexVersion(reader.version);
  // A query must not create the folder.
  if (!existsSync(directory)) return withTemporaryIndex(source, query);
  const path = join(directory, FILE);
  let reason: string;
  try {
    return await withStoredIndex(path, version, source, query);
  } catch (error) {
    if (!isSetback(error)) throw error;
    reason = error.message;
  }
  onSetback?.(reason);
  return withTemporaryIndex(source, query);
};

/** Queries an index that is built from all files for this one answer. */
const withTemporaryIndex = async <Answer>(source: IndexSource, query: (database: DatabaseSync) => Answer): Promise<Answer> =>
  refreshAndQuery(openTemporary(indexVersion(source.reader.version)), source, query);

const withStoredIndex = async <Answer>(
  path: string,
  version: number,
  source: IndexSource,
  query: (database: DatabaseSync) => Answer,
): Promise<Answer> => {
  try {
    return await refreshAndQuery(openIndex(path, version), source, query);
  } catch (error) {
    if (!isDamage(error)) throw error;
  }
  discardIndex(path);
  return refreshAndQuery(openIndex(path, version), source, query);
};

const refreshAndQuery = async <Answer>(
  database: DatabaseSync,
  { directory, reader, batchBytes }: IndexSource,
  query: (database: DatabaseSync) => Answer,
): Promise<Answer> => {
  try {
    await refresh(database, directory, reader, batchBytes);
    return query(database);
  } finally {
    database.close();
  }
};

/** SQLite error codes that depend on the environment: permission, busy, locked, memory, read-only, I/O, full, no file. */
const ENVIRONMENT_ERRORS = new Set([3, 5, 6, 7, 8, 10, 13, 14, 15, 22, 23]);

/** Returns true if the index is damaged. It can be rebuilt completely. */
const isDamage = (error: unknown): boolean => {
  const code = sqliteCode(error);
  return code !== undefined && !ENVIRONMENT_ERRORS.has(code);
};

/** Returns true if the index failed, not the query. */
const isSetback = (error: unknown): error is Error =>
  error instanceof UnusableIndexError || (error instanceof Error && (sqliteCode(error) !== undefined || "syscall" in error));

const sqliteCode = (error: unknown): number | undefined =>
  error instanceof Error && "errcode" in error && typeof error.errcode === "number" ? error.errcode & 0xff : undefined;
