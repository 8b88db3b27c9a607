import { CoxswainError } from "../../base/index.ts";
import { chmodSync, closeSync, constants, lstatSync, openSync, rmSync, type Stats } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { loadSqlite } from "../lock/index.ts";
import { prepareTables } from "./schema.ts";

/** Milliseconds to wait for another process's transaction, which reads some megabytes. */
const BUSY_TIMEOUT = 2000;
const PRIVATE = 0o600;
const NEW = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/** The path of the index is not usable as an index. */
export class UnusableIndexError extends CoxswainError {
  override readonly name = "UnusableIndexError";
  readonly code = "unusable_index";
}

/**
 * Opens the index file, creating it if needed. An index of another version is rebuilt.
 * @throws {UnusableIndexError}
 * @throws errors of the file system and of SQLite
 */
export const openIndex = (path: string, version: number): DatabaseSync => {
  const index = openFile(path, version);
  if (index !== undefined) return index;
  discardIndex(path);
  const fresh = openFile(path, version);
  if (fresh === undefined) throw new UnusableIndexError(`${path} is being created by another version.`);
  return fresh;
};

/** Opens an index for one use, in an unnamed file. */
export const openTemporary = (version: number): DatabaseSync => {
  const { DatabaseSync: Database } = loadSqlite();
  const database = new Database("");
  prepareTables(database, version);
  return database;
};

/** Deletes an index. Its journal is deleted first, so that it cannot be applied to the next index. */
export const discardIndex = (path: string): void => {
  rmSync(`${path}-journal`, { force: true });
  rmSync(path, { force: true });
};

/** Returns undefined for an index of another version. */
const openFile = (path: string, version: number): DatabaseSync | undefined => {
  makePrivate(path);
  const { DatabaseSync: Database } = loadSqlite();
  const database = new Database(path, { timeout: BUSY_TIMEOUT });
  try {
    if (prepareTables(database, version)) return database;
  } catch (error) {
    database.close();
    throw error;
  }
  database.close();
  return undefined;
};

/**
 * Creates the file privately, since SQLite would make it readable for others; its journal gets the same mode. An
 * existing file is not opened here: closing it would release the locks of this process's other connections.
 */
const makePrivate = (path: string): void => {
  const stats = lstatSync(path, { throwIfNoEntry: false }) ?? make(path);
  if (!stats.isFile()) throw new UnusableIndexError(`${path} is not a file.`);
  if ((stats.mode & 0o077) !== 0) chmodSync(path, PRIVATE);
};

const make = (path: string): Stats => {
  try {
    closeSync(openSync(path, NEW, PRIVATE));
  } catch (error) {
    // Another process has created it in the meantime.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return lstatSync(path);
};
