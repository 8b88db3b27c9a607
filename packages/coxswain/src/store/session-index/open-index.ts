import { CoxswainError } from "../../base/index.ts";
import { chmodSync, closeSync, constants, lstatSync, openSync, rmSync, type Stats } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { loadSqlite } from "../lock/index.ts";
import { prepareTables } from "./schema.ts";

/** Milliseconds that another process's transaction is waited for: it reads some megabytes. */
const PATIENCE = 2000;
const PRIVATE = 0o600;
const NEW = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/** Something else stands where the index belongs. */
export class UnusableIndexError extends CoxswainError {
  override readonly name = "UnusableIndexError";
  readonly code = "unusable_index";
}

/**
 * Opens the index that a file holds, and makes it where there is none; one of another version is made anew.
 * @throws {UnusableIndexError}
 * @throws what the file system and SQLite throw
 */
export const openIndex = (path: string, version: number): DatabaseSync => {
  const index = openFile(path, version);
  if (index !== undefined) return index;
  discardIndex(path);
  const fresh = openFile(path, version);
  if (fresh === undefined) throw new UnusableIndexError(`${path} is made by another version at the same time.`);
  return fresh;
};

/** An index for one use, in a file that has no name. */
export const openUnnamed = (version: number): DatabaseSync => {
  const { DatabaseSync: Database } = loadSqlite();
  const database = new Database("");
  prepareTables(database, version);
  return database;
};

/** Throws an index away. Its journal goes first: left alone, it would be taken for that of the next index. */
export const discardIndex = (path: string): void => {
  rmSync(`${path}-journal`, { force: true });
  rmSync(path, { force: true });
};

/** Undefined: it is another version's. */
const openFile = (path: string, version: number): DatabaseSync | undefined => {
  makePrivate(path);
  const { DatabaseSync: Database } = loadSqlite();
  const database = new Database(path, { timeout: PATIENCE });
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
 * SQLite would make it readable for others; its journal has the same mode. A file that stands is not opened for that: to
 * close it again would end the locks that other connections of this process hold on it.
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
    // Another process has made it in between.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return lstatSync(path);
};
