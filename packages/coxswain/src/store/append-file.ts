import {
  closeSync,
  constants,
  fchmodSync,
  fdatasync,
  fstatSync,
  ftruncateSync,
  openSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { waitForAll } from "../base/index.ts";
import { LogWriteError, randomEntryId } from "../log/index.ts";
import type { FolderSyncs } from "./folder-syncs.ts";
import { publish, writeError, writeFully } from "./file-writes.ts";
import { sessionSidecar } from "./session-file.ts";
import { endsLine, setAsideTornTail } from "./torn-tail.ts";

const FLAGS = constants.O_RDWR | constants.O_APPEND | constants.O_NOFOLLOW;
const PRIVATE = 0o600;
/** One object for every call: `append` stats the file each time. */
const STAT_OPTIONS = { throwIfNoEntry: false } as const;

const syncData = promisify(fdatasync);

/** A session file open for appending: one descriptor, whole writes, shared syncs. */
export class AppendFile {
  readonly #path: string;
  readonly #descriptor: number;
  readonly #identity: Stats;
  /** Offset at which our last write ended; 0 before the first one. */
  #end = 0;
  #synced = 0;
  /** Set until the folder entry of a new file is synced. */
  #folders: FolderSyncs | undefined;
  #syncing: Promise<void> | undefined;
  #failure: LogWriteError | undefined;

  private constructor(path: string, descriptor: number, identity: Stats, folders?: FolderSyncs) {
    this.#path = path;
    this.#descriptor = descriptor;
    this.#identity = identity;
    this.#folders = folders;
  }

  /**
   * Creates a file in an existing folder. The file gets its name only after `bytes` are written to it.
   * @throws {LogWriteError} also if a file of that name exists.
   */
  static create(path: string, bytes: Uint8Array, folders: FolderSyncs): AppendFile {
    const temporary = sessionSidecar(path, `new-${randomEntryId()}`);
    let descriptor: number | undefined;
    try {
      descriptor = openSync(temporary, FLAGS | constants.O_CREAT | constants.O_EXCL, PRIVATE);
      const file = new AppendFile(path, descriptor, makePrivate(descriptor), folders);
      file.#write(bytes, 0);
      publish(temporary, path);
      return file;
    } catch (error) {
      if (descriptor !== undefined) {
        closeSync(descriptor);
        rmSync(temporary, { force: true });
      }
      throw writeError(path, error);
    }
  }

  /**
   * Opens an existing file and sets aside an incomplete last line.
   * @throws {LogWriteError}
   * @throws {LogFormatError} if its header is incomplete.
   */
  static open(path: string): AppendFile {
    let descriptor: number | undefined;
    try {
      descriptor = openSync(path, FLAGS);
      setAsideTornTail(descriptor, path);
      return new AppendFile(path, descriptor, makePrivate(descriptor));
    } catch (error) {
      if (descriptor !== undefined) closeSync(descriptor);
      throw writeError(path, error);
    }
  }

  /**
   * Writes `bytes` to the operating system, and returns the offset of the first byte.
   * @throws {LogWriteError} after which none of the bytes are in the file.
   */
  append(bytes: Uint8Array): number {
    if (this.#failure !== undefined) throw this.#failure;
    try {
      const size = this.#sizeInPlace();
      const afterTornLine = size !== this.#end && !endsLine(this.#descriptor, size);
      this.#write(afterTornLine ? Buffer.concat([Buffer.from("\n"), bytes]) : bytes, size);
      return afterTornLine ? size + 1 : size;
    } catch (error) {
      throw writeError(this.#path, error);
    }
  }

  /**
   * Resolves when everything appended before the call, and everything that `first` syncs, is on the disk. Concurrent
   * calls share one sync.
   * @throws {LogWriteError} after which this descriptor accepts no more writes.
   */
  async sync(first: () => Promise<void>): Promise<void> {
    const target = this.#end;
    while (this.#synced < target) {
      if (this.#failure !== undefined) throw this.#failure;
      await (this.#syncing ??= this.#flush(first));
    }
  }

  async close(): Promise<void> {
    while (this.#syncing !== undefined) await this.#syncing.catch(() => {}); // reported to the callers of sync
    closeSync(this.#descriptor);
  }

  async #flush(first: () => Promise<void>): Promise<void> {
    const end = this.#end;
    try {
      await first();
      const folders = this.#folders === undefined ? [] : [this.#folders.persist(dirname(this.#path))];
      await waitForAll([syncData(this.#descriptor), ...folders]);
      this.#folders = undefined;
      this.#synced = end;
    } catch (error) {
      this.#failure = new LogWriteError(`${this.#path} may not be saved completely. Continue in a new session.`, { cause: error });
      throw this.#failure;
    } finally {
      this.#syncing = undefined;
    }
  }

  #write(bytes: Uint8Array, size: number): void {
    const { written, error } = writeFully((rest) => writeSync(this.#descriptor, rest), bytes);
    if (error === undefined) {
      this.#end = size + written;
      return;
    }
    // Bytes that another process has appended in the meantime must not be truncated.
    if (written > 0 && fstatSync(this.#descriptor).size === size + written) ftruncateSync(this.#descriptor, size);
    throw error;
  }

  /**
   * Returns the size of the file after checking that the path still names it and that it contains everything we wrote.
   */
  #sizeInPlace(): number {
    const named = statSync(this.#path, STAT_OPTIONS);
    if (named?.ino !== this.#identity.ino || named.dev !== this.#identity.dev) {
      throw new LogWriteError(
        `${this.#path} was moved, replaced or deleted while the session was open. Nothing was written; open the session again.`,
      );
    }
    if (named.size < this.#end) {
      throw new LogWriteError(
        `${this.#path} was truncated by another program while the session was open. Nothing was written; open the session again.`,
      );
    }
    return named.size;
  }
}

/** Makes the file readable and writable for its owner only, regardless of the umask. */
const makePrivate = (descriptor: number): Stats => {
  const stats = fstatSync(descriptor);
  if ((stats.mode & 0o777) !== PRIVATE) fchmodSync(descriptor, PRIVATE);
  return stats;
};
