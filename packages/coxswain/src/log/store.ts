import type { Entry } from "./entry.ts";
import type { Header } from "./header.ts";

/** Something in a stored log that was not as it should be, and what was done about it. */
export interface Damage {
  /**
   * `torn`: the last line was cut off, as a killed process leaves it; set aside.
   * `line`: a line is no entry; set aside.
   * `duplicate`: a second entry with an id that was there already; set aside.
   * `orphan`: an entry names a parent that is not before it; attached to the entry before it.
   */
  readonly kind: "torn" | "line" | "duplicate" | "orphan";
  /** Byte offset in the file, where the store has one. */
  readonly offset?: number;
  readonly detail: string;
}

/** One session's log, open at its store. Entries come and go whole and in order. */
export interface LogFile {
  readonly header: Header;
  /** What was not whole, found so far: complete once `read` has been read to its end. */
  readonly damage: readonly Damage[];
  /** All whole entries in the order of the log. */
  read(): AsyncIterable<Entry>;
  /**
   * Resolves when the entries are in the store: another reader sees them and a kill of this process does not lose them.
   * Calls take effect in the order in which they were made. The value is the ids of older entries that the store forgot
   * to make room; only a store in memory does that.
   * @throws {LogWriteError} nothing of the last entry is left behind.
   * @throws {LogClosedError}
   */
  append(entries: readonly Entry[]): Promise<readonly string[]>;
  /** Resolves when all that was appended survives a loss of power. */
  sync(): Promise<void>;
  /** Idempotent. */
  close(): Promise<void>;
}

/** What a listing shows of a session without opening it. */
export interface StoredSession {
  readonly id: string;
  readonly cwd: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** Milliseconds since the epoch of the last append. */
  readonly updatedAt: number;
  /** Where a person finds it, for stores that have such a place. */
  readonly path?: string;
}

/** Where sessions are kept. The contract is a test suite: `storeContract` in `coxswain/testing`. */
export interface Store {
  /** @throws {LogWriteError} also when a session of this id exists. */
  create(header: Header): Promise<LogFile>;
  /**
   * @throws {SessionNotFoundError}
   * @throws {LogFormatError}
   */
  open(id: string): Promise<LogFile>;
  /** Most recently updated first. */
  list(filter?: { readonly cwd?: string }): AsyncIterable<StoredSession>;
  /** False when there is no such session. Stores on disk move it to a trash folder. */
  remove(id: string): Promise<boolean>;
}
