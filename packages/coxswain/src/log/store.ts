import type { ContentStore } from "../base/index.ts";
import type { CheckpointEntry, Route } from "./checkpoint.ts";
import type { Damage, Entry } from "./entry.ts";
import type { OwnerMailbox, Mailbox } from "./mailbox.ts";
import type { Header } from "./header.ts";
import type { Path } from "./path.ts";

/** The part of a log that is needed to resume it. */
export interface Recent {
  readonly checkpoint: CheckpointEntry;
  /** In log order: the entries in the checkpoint's ranges, the checkpoint, and all later entries. */
  readonly entries: readonly Entry[];
}

/** One session's log, open at its store. Entries are read and written whole and in order. */
export interface LogFile {
  readonly header: Header;
  /** Messages from other processes to the session's owner. Absent in a store that other processes cannot access. */
  readonly mailbox?: OwnerMailbox | undefined;
  /**
   * Content that entries name, such as the bytes of files. It is deleted a day after it was stored, unless an entry of some
   * session contains its name. Absent in a store that keeps none.
   */
  readonly contents?: ContentStore | undefined;
  /** Damage found so far: complete once `read` has reached the end. */
  readonly damage: readonly Damage[];
  /**
   * Yields all valid entries in log order. Does not change the store. `usable`: a checkpoint from which logs that need less
   * can be opened, so that another one need not be written soon.
   */
  read(usable?: CheckpointEntry): AsyncIterable<Entry>;
  /**
   * Returns the entries that the last checkpoint needs, if they are complete and undamaged. Otherwise returns
   * undefined, and the caller must read the whole log. `damage` then covers the part after the checkpoint. Absent in a
   * store whose logs are always read whole.
   */
  recent?(): Promise<Recent | undefined>;
  /**
   * Returns the location of the path's entries from index `first` on, if a checkpoint with it would be worth its line
   * now. Call it only when the store has all appended entries. Absent if `recent` is absent.
   */
  route?(path: Path, first: number): Route | undefined;
  /**
   * Acquires the exclusive right to append to the session, until the file is closed or its process dies. No other
   * writer can make later reads stale. Does nothing if already acquired. A created log is locked by its first append.
   * @throws {SessionInUseError}
   * @throws {LogWriteError} when the store cannot exclude other writers, or the session was removed.
   * @throws {LogClosedError}
   */
  acquire(): Promise<void>;
  /**
   * Appends entries; acquires the file first if necessary. Fails if another writer appended since the file was read.
   * Resolves when the entries are in the store: other readers see them, and killing this process does not lose them.
   * Calls take effect in call order. Returns the ids of older entries that the store discarded to make room; only a
   * memory store does that.
   * @throws {LogWriteError} none of these entries remains in the store.
   * @throws {SessionInUseError}
   * @throws {EntryTooLargeError}
   * @throws {LogFormatError} when the log has a newer format version.
   * @throws {LogClosedError}
   */
  append(entries: readonly Entry[]): Promise<readonly string[]>;
  /**
   * Resolves when all appended entries survive a power loss.
   * @throws {LogWriteError} also for every later append and sync: the state of the disk is then undetermined.
   * @throws {LogClosedError}
   */
  sync(): Promise<void>;
  /**
   * Sets the time of the last append, for an import. Absent in a store that uses the times of the entries.
   * @throws {LogWriteError}
   * @throws {LogClosedError}
   */
  setTime?(at: number): Promise<void>;
  /** Releases the session for other writers. Idempotent. */
  close(): Promise<void>;
}

/** Session data for listings, available without opening the session. */
export interface StoredSession {
  readonly id: string;
  /** Current working folder. */
  readonly cwd: string;
  /** Location-independent project name: see `Header`. */
  readonly project?: string;
  /** Absent: a top-level session. `subagent`: an agent worked in it. */
  readonly kind?: string;
  /** Id of the session that it was forked from, or of the parent session of an agent. */
  readonly parent?: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** Milliseconds since the epoch of the last append. */
  readonly updatedAt: number;
  /** Set for an import that was not continued since: its conversation took place in another program or on another machine. */
  readonly imported?: true;
  /** Location to show to users, for stores that have one. */
  readonly path?: string;
}

export interface FollowOptions {
  /** Seq of the last entry that the caller has. Default: the last entry when following begins. */
  readonly after?: number;
  /** Ends the iteration after the entries that exist by then. Default: continues while it is consumed. */
  readonly signal?: AbortSignal;
}

/** Filter for stored sessions. All given conditions must match. */
export interface StoredFilter {
  /** Absolute path of the current working folder. */
  readonly cwd?: string;
  /** Include sessions of agents. Default: false. */
  readonly agents?: boolean;
}

export interface RemoveOptions {
  /**
   * Delete permanently, for a session without a result. A session with mailbox messages is not removed then, and the
   * call returns false. Default: false.
   */
  readonly forGood?: boolean;
}

/** Storage for sessions. A test suite defines the contract: `storeContract` in `coxswain/testing`. */
export interface Store {
  /**
   * Creates a log. Its first append stores header and entries together; before it, the store contains no part of the
   * session.
   * @throws {LogWriteError} when a session with this id exists. The first append throws it if one was created
   * meanwhile.
   */
  create(header: Header): Promise<LogFile>;
  /**
   * @throws {SessionNotFoundError}
   * @throws {LogFormatError}
   */
  open(id: string): Promise<LogFile>;
  /** Yields the most recently updated sessions first. Skips unreadable sessions; `open` reports the reason. */
  list(filter?: StoredFilter): AsyncIterable<StoredSession>;
  /**
   * Yields the entries after `after`, then each entry that the owner appends, once and in order. Does not acquire the
   * session. Ends when the signal aborts or the session is removed.
   * @throws {SessionNotFoundError} on the first read.
   */
  follow(id: string, options?: FollowOptions): AsyncIterable<Entry>;
  /**
   * Removes a session; returns false if it does not exist. Stores on disk move it to a trash folder, unless `forGood`
   * is set. Open files of the session reject later appends.
   * @throws {SessionInUseError} while an open file may append to it.
   * @throws {LogWriteError}
   */
  remove(id: string, options?: RemoveOptions): Promise<boolean>;
  /** Sends messages to the owner of a session. Absent in a store that other processes cannot access. */
  readonly mailbox?: Mailbox;
}
