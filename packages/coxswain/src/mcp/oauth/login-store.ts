import { createHash } from "node:crypto";
import { chmodSync, closeSync, lstatSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { errorText } from "../../base/index.ts";
import type { Timers } from "../../workspace/index.ts";
import { type LoginRecord, parseLoginRecord } from "./login-record.ts";
import { McpError } from "../errors.ts";

/** Identifies a login: another URL under the same name is another server. */
export interface LoginKey {
  readonly name: string;
  readonly url: string;
}

/**
 * The logins of a user, shared by all processes.
 *
 * Every method throws an McpError if the file of the login is unusable.
 */
export interface LoginStore {
  /** Returns an empty record if nothing is stored. Never waits for an update. */
  read(key: LoginKey): Promise<LoginRecord>;
  /**
   * Calls `change` with the stored record and stores the one that it returns. No other process updates this login
   * meanwhile. Nothing is stored if `change` throws, or returns the record that it received. Throws the reason of `signal`
   * if that aborts before the call, and an McpError if another process does not finish its update within 30 s.
   */
  update(key: LoginKey, change: (record: LoginRecord) => LoginRecord | Promise<LoginRecord>, signal?: AbortSignal): Promise<LoginRecord>;
}

/** SQLite error code. */
const BUSY = 5;

/** Milliseconds between two attempts to lock a login that another process updates. */
const LOCK_INTERVAL = 25;

/** Milliseconds until these attempts end: the other process may be suspended. */
const LOCK_TIMEOUT = 30_000;

/** Milliseconds that a statement waits for the moment in which another process commits. */
const COMMIT_TIMEOUT = 2_000;

/**
 * Stores each login in a separate SQLite database: its write lock is the kernel's and ends with its process, and a
 * slow authorization server does not block the logins at others.
 * @param folder created with mode 0700 at the first update; files have mode 0600
 */
export const loginStore = (folder: string, timers: Timers): LoginStore => ({
  async read(key) {
    const path = pathOf(folder, key);
    if (!isUsableFile(path, key)) return {};
    return withDatabase(path, key, (database) => storedRecord(database));
  },
  async update(key, change, signal) {
    const path = pathOf(folder, key);
    if (!isUsableFile(path, key)) createFile(folder, path, key);
    return withDatabase(path, key, async (database) => {
      await lock(database, key, timers, signal);
      const before = storedRecord(database);
      const after = await change(before);
      if (after !== before) save(database, after);
      return after;
    });
  },
});

const pathOf = (folder: string, { name, url }: LoginKey): string => {
  const hash = createHash("sha256")
    .update(JSON.stringify([name, url]))
    .digest("hex");
  return join(folder, `${hash.slice(0, 32)}.sqlite`);
};

/** Returns false if the file does not exist. @throws {McpError} if others can access it. */
const isUsableFile = (path: string, { name }: LoginKey): boolean => {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return false;
  const me = process.getuid?.();
  const isPrivate = me === undefined || (stats.uid === me && (stats.mode & 0o077) === 0);
  if (stats.isFile() && isPrivate) return true;
  throw new McpError(name, `${path} is not a private file of this user. Delete it and log in again.`);
};

/** SQLite gives its journal the mode of the database. */
const createFile = (folder: string, path: string, { name }: LoginKey): void => {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
    closeSync(openSync(path, "wx", 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return;
    throw new McpError(name, `${path} cannot be created: ${errorText(error)}. Free some space, or set COX_HOME.`, { cause: error });
  }
};

const withDatabase = async <T>(path: string, { name }: LoginKey, use: (database: DatabaseSync) => T | Promise<T>): Promise<T> => {
  const { DatabaseSync } = await import("node:sqlite");
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path);
    // Deleted tokens are overwritten.
    database.exec(`PRAGMA busy_timeout = ${COMMIT_TIMEOUT}; PRAGMA secure_delete = ON`);
    return await use(database);
  } catch (error) {
    if (!isSqliteError(error)) throw error;
    throw new McpError(name, `${path} cannot be used: ${error.message}. If it is damaged, delete it and log in again.`, { cause: error });
  } finally {
    // Rolls back an open transaction.
    database?.close();
  }
};

const lock = async (database: DatabaseSync, { name }: LoginKey, timers: Timers, signal: AbortSignal | undefined): Promise<void> => {
  const deadline = timers.now() + LOCK_TIMEOUT;
  database.exec("PRAGMA busy_timeout = 0");
  while (!tryLock(database)) {
    signal?.throwIfAborted();
    if (timers.now() >= deadline)
      throw new McpError(name, "another process has been renewing the login for 30 s. Try again, or end that process if it is suspended.");
    await new Promise<void>((resolve) => timers.after(LOCK_INTERVAL, resolve));
  }
  database.exec(`PRAGMA busy_timeout = ${COMMIT_TIMEOUT}`);
};

const tryLock = (database: DatabaseSync): boolean => {
  try {
    database.exec("BEGIN IMMEDIATE");
    return true;
  } catch (error) {
    if (isSqliteError(error) && error.errcode === BUSY) return false;
    throw error;
  }
};

const storedRecord = (database: DatabaseSync): LoginRecord => {
  // The table is missing if a process ended before its first commit.
  const hasTable = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'login'").get() !== undefined;
  const row = hasTable ? database.prepare("SELECT value FROM login").get() : undefined;
  return parseLoginRecord(parseJson(row?.["value"]));
};

const parseJson = (text: unknown): unknown => {
  try {
    return typeof text === "string" ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
};

const save = (database: DatabaseSync, record: LoginRecord): void => {
  database.exec("CREATE TABLE IF NOT EXISTS login (id INTEGER PRIMARY KEY CHECK (id = 1), value TEXT NOT NULL)");
  database.prepare("INSERT OR REPLACE INTO login (id, value) VALUES (1, ?)").run(JSON.stringify(record));
  database.exec("COMMIT");
};

const isSqliteError = (error: unknown): error is Error & { readonly errcode: number } =>
  error instanceof Error && (error as NodeJS.ErrnoException).code === "ERR_SQLITE_ERROR";
