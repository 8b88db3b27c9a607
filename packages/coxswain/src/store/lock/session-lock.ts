import { closeSync, lstatSync, openSync, rmSync, statfsSync, type Stats } from "node:fs";
import { basename, dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { LogWriteError, SessionInUseError } from "../../log/index.ts";
import { besideSession } from "../session-file.ts";
import { writeError } from "../write-error.ts";
import { loadSqlite } from "./load-sqlite.ts";
import { networkFileSystem } from "./network-file-systems.ts";
import { OwnerFiles } from "./owner-files.ts";
import { readOwner } from "./owner.ts";

/** SQLite's codes. */
const BUSY = 5;
const NO_DATABASE = 26;

/** How often the lock file may be replaced under our hands, by owners that come and go, before we say so. */
const ATTEMPTS = 100;

export interface LockSources {
  /** What this process says of itself. Sessions that share it share a file. */
  readonly owners?: OwnerFiles;
  /** The `statfs` type of the file system that a folder is on. */
  readonly fileSystemType?: (folder: string) => number;
}

const systemType = (folder: string): number => (process.platform === "linux" ? statfsSync(folder).type : 0);

/**
 * The right to write to a session: a lock of the kernel's on a file beside its log, which SQLite takes. It is free the
 * moment its owner dies, children or not, and nothing has to be judged. For people, another file says who the owner is.
 */
export class SessionLock {
  readonly #path: string;
  readonly #database: DatabaseSync;
  readonly #owners: OwnerFiles;

  private constructor(path: string, database: DatabaseSync, owners: OwnerFiles) {
    this.#path = path;
    this.#database = database;
    this.#owners = owners;
  }

  /**
   * `path` is that of the session's log, whose folder has to be there.
   * @throws {SessionInUseError}
   * @throws {LogWriteError} when there can be no lock: a read-only place, a network file system.
   */
  static acquire(path: string, id: string, { owners = new OwnerFiles(), fileSystemType = systemType }: LockSources = {}): SessionLock {
    const file = lockPath(path);
    try {
      refuseNetwork(dirname(path), fileSystemType);
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const database = lockInPlace(file);
        if (database === undefined) continue;
        owners.write(ownerPath(path));
        return new SessionLock(path, database, owners);
      }
    } catch (error) {
      throw refusal(error, path, id);
    }
    throw new LogWriteError(`${file} is made anew again and again; nothing was locked.`);
  }

  /** The session is free for others, and nothing of the lock is left where files can be removed. */
  release(): void {
    try {
      this.#owners.remove(ownerPath(this.#path));
      // Before it is free: whoever has the file open already finds that it is not the one of that name any more.
      rmSync(lockPath(this.#path), { force: true });
    } catch {
      // A file that stays holds nothing.
    } finally {
      this.#database.close();
    }
  }
}

/** Whether a name in a session's folder is of its lock, which is no part of what is kept. */
export const isOfLock = (path: string, name: string): boolean => [lockPath(path), ownerPath(path)].some((file) => basename(file) === name);

const lockPath = (path: string): string => besideSession(path, "lock");
const ownerPath = (path: string): string => besideSession(path, "owner");

const refuseNetwork = (folder: string, fileSystemType: (folder: string) => number): void => {
  const name = networkFileSystem(fileSystemType(folder));
  if (name === undefined) return;
  throw new LogWriteError(
    `${folder} is on a network file system (${name}), where no lock keeps two machines from writing to one session. ` +
      "Keep sessions on a local disk, as with COX_HOME, or keep none, as with --no-session.",
  );
};

/** The lock on the file of that name; undefined when the file was replaced while it was taken. */
const lockInPlace = (file: string): DatabaseSync | undefined => {
  const before = statOf(file) ?? make(file);
  if (before === undefined) return undefined;
  if (!before.isFile()) throw new LogWriteError(`${file} is no file; move it away to go on.`);
  const database = lock(file);
  const after = statOf(file);
  if (after !== undefined && after.ino === before.ino && after.dev === before.dev && after.ctimeMs === before.ctimeMs) return database;
  database.close();
  return undefined;
};

/**
 * A reserved lock, not an exclusive one: one process has it at a time, and of many that try at once one gets it. An
 * exclusive lock waits for those that only look, so that all may fail.
 */
const lock = (file: string): DatabaseSync => {
  const { DatabaseSync } = loadSqlite();
  const database = new DatabaseSync(file);
  try {
    database.exec("PRAGMA journal_mode = MEMORY; PRAGMA cache_size = 0; BEGIN IMMEDIATE");
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
};

/**
 * An empty file that only its owner may read. It is closed again before anybody can have a lock on it by this thread:
 * closing a file lets go of the locks that the process has on it.
 */
const make = (file: string): Stats | undefined => {
  try {
    closeSync(openSync(file, "wx", 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return statOf(file);
};

const statOf = (file: string): Stats | undefined => lstatSync(file, { throwIfNoEntry: false });

const refusal = (error: unknown, path: string, id: string): Error => {
  const { errcode } = error as { readonly errcode?: number };
  if (errcode === BUSY) return new SessionInUseError(id, readOwner(ownerPath(path)));
  if (errcode === NO_DATABASE)
    return new LogWriteError(`${lockPath(path)} is no lock; delete it once no other program has the session open.`);
  return writeError(path, error);
};
