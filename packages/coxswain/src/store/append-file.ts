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
import { LogWriteError, randomEntryId } from "../log/index.ts";
import type { FolderSyncs } from "./folder-syncs.ts";
import { publish } from "./publish.ts";
import { besideSession } from "./session-file.ts";
import { endsLine, setAsideTornTail } from "./torn-tail.ts";
import { writeError } from "./write-error.ts";
import { writeFully } from "./write-fully.ts";

const FLAGS = constants.O_RDWR | constants.O_APPEND | constants.O_NOFOLLOW;
const PRIVATE = 0o600;
/** One for all: it is asked before each append. */
const IF_THERE = { throwIfNoEntry: false } as const;

const syncData = promisify(fdatasync);

/** A session file open for appending: one descriptor, whole writes, shared syncs. */
export class AppendFile {
  readonly #path: string;
  readonly #descriptor: number;
  readonly #identity: Stats;
  /** Where our last write ended; 0 before the first one. */
  #end = 0;
  #synced = 0;
  /** Where the name of a new file is yet to be synced. */
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
   * A new file with its first bytes, in a folder that is there: it has its name once these are in it.
   * @throws {LogWriteError} also when there is a file of that name.
   */
  static create(path: string, bytes: Uint8Array, folders: FolderSyncs): AppendFile {
    const temporary = besideSession(path, `new-${randomEntryId()}`);
    let descriptor: number | undefined;
    try {
      descriptor = openSync(temporary, FLAGS | constants.O_CREAT | constants.O_EXCL, PRIVATE);
      const file = new AppendFile(path, descriptor, madePrivate(descriptor), folders);
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
   * A file that stands, with a torn last line set aside.
   * @throws {LogWriteError}
   * @throws {LogFormatError} when its header is torn.
   */
  static open(path: string): AppendFile {
    let descriptor: number | undefined;
    try {
      descriptor = openSync(path, FLAGS);
      setAsideTornTail(descriptor, path);
      return new AppendFile(path, descriptor, madePrivate(descriptor));
    } catch (error) {
      if (descriptor !== undefined) closeSync(descriptor);
      throw writeError(path, error);
    }
  }

  /**
   * Returns when every byte is with the operating system. The value is where the first of them stands.
   * @throws {LogWriteError} nothing of the bytes is left behind.
   */
  append(bytes: Uint8Array): number {
    if (this.#failure !== undefined) throw this.#failure;
    try {
      const size = this.#sizeInPlace();
      const glued = size !== this.#end && !endsLine(this.#descriptor, size);
      this.#write(glued ? Buffer.concat([Buffer.from("\n"), bytes]) : bytes, size);
      return glued ? size + 1 : size;
    } catch (error) {
      throw writeError(this.#path, error);
    }
  }

  /**
   * Resolves when what was appended before the call is on the disk, and what `first` syncs before that. Calls that wait
   * at the same time share the work.
   * @throws {LogWriteError} after which the descriptor is not trusted again.
   */
  async sync(first: () => Promise<void>): Promise<void> {
    const target = this.#end;
    while (this.#synced < target) {
      if (this.#failure !== undefined) throw this.#failure;
      await (this.#syncing ??= this.#flush(first));
    }
  }

  async close(): Promise<void> {
    while (this.#syncing !== undefined) await this.#syncing.catch(() => {}); // its callers have the error
    closeSync(this.#descriptor);
  }

  async #flush(first: () => Promise<void>): Promise<void> {
    const end = this.#end;
    try {
      await first();
      await syncData(this.#descriptor);
      await this.#folders?.keep(dirname(this.#path));
      this.#folders = undefined;
      this.#synced = end;
    } catch (error) {
      this.#failure = new LogWriteError(`${this.#path} may not be on the disk; go on in a new session.`, { cause: error });
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
    // Bytes of another writer that came in between are not ours to cut.
    if (written > 0 && fstatSync(this.#descriptor).size === size + written) ftruncateSync(this.#descriptor, size);
    throw error;
  }

  /** The size of the file, sure to be the one that the path names and to hold all that we wrote. */
  #sizeInPlace(): number {
    const named = statSync(this.#path, IF_THERE);
    if (named?.ino !== this.#identity.ino || named.dev !== this.#identity.dev) {
      throw new LogWriteError(`${this.#path} was moved, replaced or deleted while the session was open; nothing was written.`);
    }
    if (named.size < this.#end) {
      throw new LogWriteError(`${this.#path} was cut short by another program while the session was open; nothing was written.`);
    }
    return named.size;
  }
}

/** Its owner may read and write it, whatever the umask took from that, and nobody else. */
const madePrivate = (descriptor: number): Stats => {
  const stats = fstatSync(descriptor);
  if ((stats.mode & 0o777) !== PRIVATE) fchmodSync(descriptor, PRIVATE);
  return stats;
};
