import { statSync } from "node:fs";
import { utimes } from "node:fs/promises";
import { dirname } from "node:path";
import type { ContentStore } from "../base/index.ts";
import {
  assertWritable,
  type CheckpointEntry,
  type Damage,
  encode,
  type Entry,
  EntryTooLargeError,
  type OwnerMailbox,
  type Header,
  isCheckpoint,
  isRelocate,
  isUntouchedImport,
  LogClosedError,
  type LogFile,
  LogWriteError,
  type Recent,
  type Route,
  SessionInUseError,
  type Path,
} from "../log/index.ts";
import { AppendFile } from "./append-file.ts";
import { BlobWriter, contentIn, packEntry, readNamed } from "./blobs/index.ts";
import { CheckpointPlan } from "./checkpoint-plan.ts";
import { FolderSyncs } from "./folder-syncs.ts";
import { type MailboxWatch, ownerMailbox } from "./mailbox/index.ts";
import { MAX_LINE_BYTES } from "./read-lines.ts";
import { OwnerFiles, SessionLock } from "./lock/index.ts";
import { makePrivateFolder } from "./private-folder.ts";
import { recordMove } from "./moves.ts";
import { readEntries, type Reading } from "./read-entries.ts";
import { readRecent } from "./read-recent.ts";
import { blobsFolder, directoryOf } from "./session-file.ts";
import { writeError } from "./file-writes.ts";

/** Services that the open sessions of a store share. */
export interface Shared {
  /** Notifies owners of new mailbox messages. */
  readonly mailboxes: MailboxWatch;
  /** Identifies the owner of a lock to other processes. */
  readonly owners: OwnerFiles;
  /** Syncs the folders of new sessions. */
  readonly folders: FolderSyncs;
}

/** One session's file. Nothing is written before the first append: a reader leaves no trace. */
export class JsonlFile implements LogFile {
  readonly header: Header;
  readonly mailbox: OwnerMailbox | undefined;
  readonly #path: string;
  readonly #owners: OwnerFiles;
  readonly #folders: FolderSyncs;
  readonly #blobs: BlobWriter;
  #stored: boolean;
  #damage: Damage[] = [];
  #plan = new CheckpointPlan();
  /** Size of the file at the last read. Undefined before that, and once this process is the only writer. */
  #readBytes: number | undefined;
  #lock: SessionLock | undefined;
  #file: AppendFile | undefined;
  #closed = false;

  /** `stored`: false if the first append creates the file. A reader needs no `shared`. */
  constructor(path: string, header: Header, stored: boolean, shared?: Shared) {
    this.#path = path;
    this.header = header;
    this.mailbox = shared && ownerMailbox(path, shared.mailboxes);
    this.#owners = shared?.owners ?? new OwnerFiles();
    this.#folders = shared?.folders ?? new FolderSyncs();
    this.#stored = stored;
    this.#blobs = new BlobWriter(blobsOf(path));
  }

  get contents(): ContentStore {
    return {
      put: async (bytes) => this.#blobs.put(bytes),
      get: (name) => readNamed(blobsOf(this.#path), name).catch(() => undefined),
    };
  }

  get damage(): readonly Damage[] {
    return this.#damage;
  }

  read(usable?: CheckpointEntry): AsyncIterable<Entry> {
    const reading = this.#beginReading(usable);
    return readEntries(this.#stored ? this.#path : undefined, reading);
  }

  async recent(): Promise<Recent | undefined> {
    const reading = this.#beginReading();
    const recent = this.#stored ? await readRecent(this.#path, reading) : undefined;
    if (recent !== undefined) this.#plan.beginAt(recent.checkpoint);
    return recent;
  }

  route(path: Path, first: number): Route | undefined {
    return this.#file === undefined ? undefined : this.#plan.route(path, first);
  }

  async acquire(): Promise<void> {
    if (this.#closed) throw new LogClosedError();
    if (this.#stored) this.#acquire();
  }

  async append(entries: readonly Entry[]): Promise<readonly string[]> {
    if (this.#closed) throw new LogClosedError();
    assertWritable(this.header);
    if (entries.length === 0) return [];
    const time = this.#timeOfImport(entries);
    this.#blobs.around((keep) => {
      const lines = entries.map((entry) => lineOf(packEntry(entry, keep)));
      this.#addToPlan(entries, lines, this.#write(lines));
    });
    if (time !== undefined) await this.setTime(time);
    const moved = entries.findLast(isRelocate);
    if (moved !== undefined) recordMove(dirname(dirname(this.#path)), this.header.id, moved.cwd);
    return [];
  }

  async sync(): Promise<void> {
    if (this.#closed) throw new LogClosedError();
    await this.#file?.sync(() => this.#blobs.sync());
  }

  async setTime(at: number): Promise<void> {
    if (this.#closed) throw new LogClosedError();
    // Half a millisecond more, because a file system may round the time down.
    const seconds = (at + 0.5) / 1000;
    await utimes(this.#path, seconds, seconds).catch((error: unknown) => Promise.reject(writeError(this.#path, error)));
  }

  /** Returns the time that an import retains: only a message continues it, not a new title or folder. */
  #timeOfImport(entries: readonly Entry[]): number | undefined {
    const { imported } = this.header;
    if (imported === undefined || !this.#stored || entries.some(({ type }) => type === "message")) return undefined;
    const changed = statSync(this.#path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    return isUntouchedImport(this.header, Math.trunc(changed)) ? imported.until : undefined;
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    try {
      await this.#file?.close();
    } finally {
      this.#lock?.release();
    }
  }

  /** Returns the offset of the first line. */
  #write(lines: readonly Buffer[]): number {
    if (this.#stored) {
      this.#file ??= this.#openFile();
      return this.#file.append(joined(lines));
    }
    const header = lineOf(encode(this.header));
    this.#file = this.#createFile(joined([header, ...lines]));
    this.#stored = true;
    return header.length;
  }

  #addToPlan(entries: readonly Entry[], lines: readonly Buffer[], first: number): void {
    let start = first;
    for (const [at, entry] of entries.entries()) {
      const end = start + (lines[at]?.length ?? 0);
      this.#plan.add(entry, start, end);
      if (isCheckpoint(entry)) this.#plan.beginAt(entry);
      start = end;
    }
  }

  #beginReading(usable?: CheckpointEntry): Reading {
    if (this.#file === undefined) this.#readBytes = sizeOf(this.#path);
    const damage: Damage[] = [];
    const plan = new CheckpointPlan();
    this.#damage = damage;
    this.#plan = plan;
    const report = (found: Damage) => void damage.push(found);
    return {
      report,
      contentOf: contentIn(blobsOf(this.#path), report),
      onLine: (entry, start, end) => {
        plan.add(entry, start, end);
        if (usable !== undefined && entry.seq === usable.seq) plan.beginAt(usable);
      },
    };
  }

  #acquire(): void {
    this.#lock ??= SessionLock.acquire(this.#path, this.header.id, { owners: this.#owners });
    if (sizeOf(this.#path) !== undefined) return;
    this.#lock.release();
    this.#lock = undefined;
    throw new LogWriteError(`${this.#path} was moved or deleted. Nothing was written; check the path and open the session again.`);
  }

  #openFile(): AppendFile {
    this.#acquire();
    if (this.#readBytes !== undefined && this.#readBytes !== sizeOf(this.#path)) {
      throw new LogWriteError(`Session "${this.header.id}" was changed by another process since it was read. Open it again.`);
    }
    return AppendFile.open(this.#path);
  }

  /** Locked before the file has its name, so that no other process can acquire it first. */
  #createFile(bytes: Uint8Array): AppendFile {
    const lock = lockNew(this.#path, this.header.id, this.#owners);
    try {
      const file = AppendFile.create(this.#path, bytes, this.#folders);
      this.#lock = lock;
      return file;
    } catch (error) {
      lock.release();
      throw error;
    }
  }
}

/** A locked id is in use even if its file does not exist yet. */
const lockNew = (path: string, id: string, owners: OwnerFiles): SessionLock => {
  try {
    makePrivateFolder(dirname(path));
    return SessionLock.acquire(path, id, { owners });
  } catch (error) {
    throw error instanceof SessionInUseError
      ? new LogWriteError(`Session "${id}" already exists.`, { cause: error })
      : writeError(path, error);
  }
};

const sizeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.size;

const blobsOf = (path: string): string => blobsFolder(directoryOf(path));

const lineOf = (text: string): Buffer => {
  const line = Buffer.from(`${text}\n`);
  if (line.length > MAX_LINE_BYTES + 1) throw new EntryTooLargeError(line.length - 1, MAX_LINE_BYTES);
  return line;
};

const joined = (lines: readonly Buffer[]): Buffer => (lines.length === 1 && lines[0] !== undefined ? lines[0] : Buffer.concat(lines));
