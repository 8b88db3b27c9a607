import type { CheckpointEntry, Route } from "./checkpoint.ts";
import type { Damage } from "./damage.ts";
import type { Entry } from "./entry.ts";
import type { OwnerMailbox, Mailbox } from "./hand-over.ts";
import type { Header } from "./header.ts";

/** What of a log is needed to go on with it. */
export interface Recent {
  readonly checkpoint: CheckpointEntry;
  /** In the order of the log: those of the checkpoint's ranges, the checkpoint, and all that follow it. */
  readonly entries: readonly Entry[];
}

/** One session's log, open at its store. Entries come and go whole and in order. */
export interface LogFile {
  readonly header: Header;
  /** What other processes hand over to who owns the session. Absent in a store that no other process sees. */
  readonly handed?: OwnerMailbox | undefined;
  /** What was not whole, found so far: complete once `read` has been read to its end. */
  readonly damage: readonly Damage[];
  /** All whole entries in the order of the log. Changes nothing in the store. */
  read(): AsyncIterable<Entry>;
  /**
   * What the last checkpoint says is needed, where it is all there and undamaged; else undefined, and the log is to be read
   * whole. `damage` is then what was found after the checkpoint. Absent in a store whose logs are always read whole.
   */
  recent?(): Promise<Recent | undefined>;
  /**
   * Where the entries of a path stand, from the one at `first` on, if a checkpoint that said so now would be worth its
   * line. To be asked when all that was appended is in the store. Absent where `recent` is.
   */
  route?(path: readonly Entry[], first: number): Route | undefined;
  /**
   * Makes this file the only one that may append to the session, until it is closed or its process dies. What is read
   * from then on is not overtaken by anybody. Nothing happens where it holds already; a created log is locked by its
   * first append.
   * @throws {SessionInUseError}
   * @throws {LogWriteError} when the store cannot keep others out, or the session was removed.
   * @throws {LogClosedError}
   */
  acquire(): Promise<void>;
  /**
   * A file that was not acquired is acquired first, and takes nothing when another wrote to the session since it was read.
   * Resolves when the entries are in the store: another reader sees them and a kill of this process does not lose them.
   * Calls take effect in the order in which they were made. The value is the ids of older entries that the store forgot
   * to make room; only a store in memory does that.
   * @throws {LogWriteError} nothing of these entries is left behind.
   * @throws {SessionInUseError}
   * @throws {EntryTooLargeError}
   * @throws {LogFormatError} when the log is of a newer format.
   * @throws {LogClosedError}
   */
  append(entries: readonly Entry[]): Promise<readonly string[]>;
  /**
   * Resolves when all that was appended survives a loss of power.
   * @throws {LogWriteError} and from then on for every append and sync: what the disk holds is no longer known.
   * @throws {LogClosedError}
   */
  sync(): Promise<void>;
  /** The session is free for others. Idempotent. */
  close(): Promise<void>;
}

/** What a listing shows of a session without opening it. */
export interface StoredSession {
  readonly id: string;
  /** The folder that it works in now. */
  readonly cwd: string;
  /** What its project is called wherever it lies: see `Header`. */
  readonly project?: string;
  /** Absent: a session of its own. `subagent`: one that an agent worked in. */
  readonly kind?: string;
  /** Id of the session that it was forked from, or worked for. */
  readonly parent?: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** Milliseconds since the epoch of the last append. */
  readonly updatedAt: number;
  /** Where a person finds it, for stores that have such a place. */
  readonly path?: string;
}

export interface FollowOptions {
  /** Seq of the last entry that is known. Default: all that is there when reading begins is known. */
  readonly after?: number;
  /** Ends it, after what is there by then. Default: it goes on for as long as it is read. */
  readonly signal?: AbortSignal;
}

/** Which stored sessions are meant. All that is said holds at once. */
export interface StoredFilter {
  /** The folder that they work in, absolute. */
  readonly cwd?: string;
  /** Whether those that agents worked in are among them. Default: false. */
  readonly agents?: boolean;
}

export interface RemoveOptions {
  /** For a session that came to nothing. One that something was handed over to stays as it is then: false. Default: false. */
  readonly forGood?: boolean;
}

/** Where sessions are kept. The contract is a test suite: `storeContract` in `coxswain/testing`. */
export interface Store {
  /**
   * A log whose first append stores header and entries together: nothing is stored before it.
   * @throws {LogWriteError} when a session of this id exists; the first append throws it where one came in between.
   */
  create(header: Header): Promise<LogFile>;
  /**
   * @throws {SessionNotFoundError}
   * @throws {LogFormatError}
   */
  open(id: string): Promise<LogFile>;
  /** Most recently updated first. What cannot be read as a session is left out; `open` says what is wrong with it. */
  list(filter?: StoredFilter): AsyncIterable<StoredSession>;
  /**
   * The entries after one, and then each as its owner appends it, once and in order. Owns nothing. It ends when it is
   * told to, or the session is removed.
   * @throws {SessionNotFoundError} when it is read.
   */
  follow(id: string, options?: FollowOptions): AsyncIterable<Entry>;
  /**
   * False when there is no such session. Stores on disk move it to a trash folder, unless it goes `forGood`. Files that
   * are open on it take no more appends.
   * @throws {SessionInUseError} while a file that is open on it may append.
   * @throws {LogWriteError}
   */
  remove(id: string, options?: RemoveOptions): Promise<boolean>;
  /** For who does not own a session and has something to say in it. Absent in a store that no other process sees. */
  readonly mailbox?: Mailbox;
}
