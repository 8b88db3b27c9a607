import { closeSync, lstatSync, openSync, rmSync, statfsSync, type Stats } from "node:fs";
import { basename, dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { LogWriteError, SessionInUseError, type SessionOwner } from "../../log/index.ts";
import { sessionSidecar } from "../session-file.ts";
import { writeError } from "../file-writes.ts";
import { loadSqlite } from "./load-sqlite.ts";
import { OwnerFiles, readOwner } from "./owner-files.ts";

/** SQLite error codes. */
const BUSY = 5;
const NO_DATABASE = 26;

/** Maximum number of attempts while other owners replace the lock file. */
const ATTEMPTS = 100;

export interface LockSources {
  /** Writes the owner files. Sessions with the same instance share a file. */
  readonly owners?: OwnerFiles;
  /** Returns the `statfs` type of a folder's file system. */
  readonly fileSystemType?: (folder: string) => number;
}

const systemType = (folder: string): number => (process.platform === "linux" ? statfsSync(folder).type : 0);

/**
 * The right to write to a session: a kernel lock, taken by SQLite, on a file next to the log. The kernel releases it
 * when its owner ends, even if child processes survive. A second file describes the owner to people.
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
   * `path`: the session's log, whose folder must exist.
   * @throws {SessionInUseError}
   * @throws {LogWriteError} if locking is impossible: a read-only or network file system.
   */
  static acquire(path: string, id: string, { owners = new OwnerFiles(), fileSystemType = systemType }: LockSources = {}): SessionLock {
    const file = lockPath(path);
    try {
      rejectNetwork(dirname(path), fileSystemType);
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const database = lockFile(file);
        if (database === undefined) continue;
        owners.write(ownerPath(path));
        return new SessionLock(path, database, owners);
      }
    } catch (error) {
      throw refusal(error, path, id);
    }
    throw new LogWriteError(`${file} is replaced repeatedly by other programs; the session is not locked. Try again.`);
  }

  /** Releases the session, and removes the lock files if possible. */
  release(): void {
    try {
      this.#owners.remove(ownerPath(this.#path));
      // Removed before the release: a process that has already opened the file then finds that the path no longer names
      // it.
      rmSync(lockPath(this.#path), { force: true });
    } catch {
      // A file that cannot be removed locks nothing.
    } finally {
      this.#database.close();
    }
  }
}

/**
 * Returns the process that has a session open: from a small file, without taking the lock. Undefined if the session is
 * not open, or if its owner is unknown.
 * @param path the session's log
 */
export const sessionOwner = (path: string): SessionOwner | undefined => readOwner(ownerPath(path));

/** Returns true if a name in a session's folder is a lock file, which is not part of the stored session. */
export const isLockFile = (path: string, name: string): boolean =>
  [lockPath(path), ownerPath(path)].some((file) => basename(file) === name);

const lockPath = (path: string): string => sessionSidecar(path, "lock");
const ownerPath = (path: string): string => sessionSidecar(path, "owner");

const rejectNetwork = (folder: string, fileSystemType: (folder: string) => number): void => {
  const name = networkFileSystem(fileSystemType(folder));
  if (name === undefined) return;
  throw new LogWriteError(
    `${folder} is on a network file system (${name}), where locks do not prevent two machines from writing to one session. ` +
      "Store sessions on a local disk with COX_HOME, or use --no-session.",
  );
};

/** Locks the file of that name. Returns undefined if the file was replaced in the meantime. */
const lockFile = (file: string): DatabaseSync | undefined => {
  const before = statOf(file) ?? make(file);
  if (before === undefined) return undefined;
  if (!before.isFile()) throw new LogWriteError(`${file} is not a file. Move it away to continue.`);
  const database = lock(file);
  const after = statOf(file);
  if (after !== undefined && after.ino === before.ino && after.dev === before.dev && after.ctimeMs === before.ctimeMs) return database;
  database.close();
  return undefined;
};

/**
 * Takes a reserved lock: of many concurrent attempts exactly one succeeds. With an exclusive lock, which waits for
 * readers, all might fail.
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
 * Creates an empty file that only its owner may read, and closes it before this thread can lock it: closing a file
 * releases the locks of the process on it.
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
    return new LogWriteError(`${lockPath(path)} is not a lock file. Delete it once no other program has the session open.`);
  return writeError(path, error);
};

/** `statfs` types of network file systems, where a lock may hold on one machine only, or outlive its owner. */
const NETWORK_FILE_SYSTEMS: ReadonlyMap<number, string> = new Map([
  [0x6969, "NFS"],
  [0x517b, "SMB"],
  [0xfe534d42, "SMB2"],
  [0xff534d42, "CIFS"],
  [0x564c, "NCP"],
  [0x5346414f, "AFS"],
  [0x6b414653, "AFS"],
  [0x73757245, "Coda"],
  [0x00c36400, "Ceph"],
  [0x0bd00bd0, "Lustre"],
  [0x19830326, "BeeGFS"],
  [0x20030528, "OrangeFS"],
  [0x47504653, "GPFS"],
  [0xaad7aaea, "PanFS"],
]);

/** Returns the name of a network file system by its `statfs` type (Linux numbers), or undefined for all others. */
export const networkFileSystem = (type: number): string | undefined => NETWORK_FILE_SYSTEMS.get(type >>> 0);
