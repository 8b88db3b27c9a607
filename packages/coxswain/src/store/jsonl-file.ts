import { statSync } from "node:fs";
import { dirname } from "node:path";
import {
  assertWritable,
  type Damage,
  encode,
  type Entry,
  EntryTooLargeError,
  type Header,
  isRelocate,
  LogClosedError,
  type LogFile,
  LogWriteError,
  SessionInUseError,
} from "../log/index.ts";
import { AppendFile } from "./append-file.ts";
import { BlobWriter, contentIn, packEntry } from "./blobs/index.ts";
import { MAX_LINE_BYTES } from "./lines.ts";
import { SessionLock } from "./lock/index.ts";
import { makeFolder, makePrivateFolder } from "./private-folder.ts";
import { noteMove } from "./moves.ts";
import { readEntries } from "./read-entries.ts";
import { blobsFolder, directoryOf } from "./session-file.ts";
import { writeError } from "./write-error.ts";

/** One session's file. It is touched by the first append, not before: a reader leaves no trace. */
export class JsonlFile implements LogFile {
  readonly header: Header;
  readonly #path: string;
  readonly #blobs: BlobWriter;
  #stored: boolean;
  #damage: Damage[] = [];
  /** How large the file was when it was last read; undefined before that, and once it is only ours to write to. */
  #readBytes: number | undefined;
  #lock: SessionLock | undefined;
  #file: AppendFile | undefined;
  #closed = false;

  /** `stored`: whether the file is there, or is made by the first append. */
  constructor(path: string, header: Header, stored: boolean) {
    this.#path = path;
    this.header = header;
    this.#stored = stored;
    this.#blobs = new BlobWriter(blobsOf(path));
  }

  get damage(): readonly Damage[] {
    return this.#damage;
  }

  async *read(): AsyncGenerator<Entry> {
    this.#damage = [];
    if (this.#file === undefined) this.#readBytes = sizeOf(this.#path);
    const report = (damage: Damage) => this.#damage.push(damage);
    if (this.#stored) yield* readEntries(this.#path, report, contentIn(blobsOf(this.#path), report));
  }

  async acquire(): Promise<void> {
    if (this.#closed) throw new LogClosedError();
    if (this.#stored) this.#acquire();
  }

  async append(entries: readonly Entry[]): Promise<readonly string[]> {
    if (this.#closed) throw new LogClosedError();
    assertWritable(this.header);
    if (entries.length === 0) return [];
    this.#blobs.around((keep) => {
      const lines = entries.map((entry) => lineOf(packEntry(entry, keep)));
      if (this.#stored) {
        this.#file ??= this.#openFile();
        this.#file.append(Buffer.from(lines.join("")));
      } else {
        this.#file = this.#createFile(Buffer.from(lineOf(encode(this.header)) + lines.join("")));
        this.#stored = true;
      }
    });
    const moved = entries.findLast(isRelocate);
    if (moved !== undefined) noteMove(dirname(dirname(this.#path)), this.header.id, moved.cwd);
    return [];
  }

  async sync(): Promise<void> {
    if (this.#closed) throw new LogClosedError();
    await this.#file?.sync(() => this.#blobs.sync());
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

  #acquire(): void {
    this.#lock ??= SessionLock.acquire(this.#path, this.header.id);
    if (sizeOf(this.#path) !== undefined) return;
    this.#lock.release();
    this.#lock = undefined;
    throw new LogWriteError(`${this.#path} was moved or deleted; nothing was written.`);
  }

  #openFile(): AppendFile {
    this.#acquire();
    if (this.#readBytes !== undefined && this.#readBytes !== sizeOf(this.#path)) {
      throw new LogWriteError(`Session "${this.header.id}" was written to since it was read; open it again.`);
    }
    return AppendFile.open(this.#path);
  }

  /** It is ours before it has its name: nobody finds it and is first. */
  #createFile(bytes: Uint8Array): AppendFile {
    const lock = lockNew(this.#path, this.header.id);
    try {
      const file = AppendFile.create(this.#path, bytes);
      this.#lock = lock;
      return file;
    } catch (error) {
      lock.release();
      throw error;
    }
  }
}

/** An id that somebody has a lock on is used, whether or not its file has come to its name. */
const lockNew = (path: string, id: string): SessionLock => {
  try {
    makeFolder(dirname(dirname(path)));
    makePrivateFolder(dirname(path));
    return SessionLock.acquire(path, id);
  } catch (error) {
    throw error instanceof SessionInUseError ? new LogWriteError(`Session "${id}" exists.`, { cause: error }) : writeError(path, error);
  }
};

const sizeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.size;

const blobsOf = (path: string): string => blobsFolder(directoryOf(path));

const lineOf = (line: string): string => {
  if (line.length * 3 <= MAX_LINE_BYTES) return `${line}\n`;
  const bytes = Buffer.byteLength(line);
  if (bytes > MAX_LINE_BYTES) throw new EntryTooLargeError(bytes, MAX_LINE_BYTES);
  return `${line}\n`;
};
