import { constants } from "node:fs";
import { dirname } from "node:path";
import { EntryTooLargeError } from "../../log/index.ts";
import { syncFolder } from "../private-folder.ts";
import { writeError } from "../write-error.ts";
import { blobName, blobPath, MAX_BLOB_BYTES } from "./blob-file.ts";
import type { Keep } from "./pack-entry.ts";
import { placeBlob, refreshBlob } from "./place-blob.ts";
import { openBlob } from "./read-blob.ts";

/** Keeps the content that one session's log names. */
export class BlobWriter {
  readonly #folder: string;
  #unsynced = new Set<string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Calls `append`, which keeps content and then writes the lines that name it. What it named is looked at again when it
   * returns: from then on a collector finds the names in the log, and until then it may have missed them.
   * @throws {LogWriteError} when content cannot be written.
   * @throws {EntryTooLargeError}
   */
  around(append: (keep: Keep) => void): void {
    const named = new Map<string, Buffer>();
    append((bytes) => {
      if (bytes.length > MAX_BLOB_BYTES) throw new EntryTooLargeError(bytes.length, MAX_BLOB_BYTES);
      const name = blobName(bytes);
      if (!named.has(name)) this.#place(name, bytes);
      named.set(name, bytes);
      return name;
    });
    for (const [name, bytes] of named) {
      this.#unsynced.add(name);
      if (!refreshBlob(this.#folder, name)) this.#place(name, bytes);
    }
  }

  /** Resolves when all that was named survives a loss of power. One call at a time. */
  async sync(): Promise<void> {
    const names = this.#unsynced;
    if (names.size === 0) return;
    this.#unsynced = new Set();
    const folders = new Set<string>();
    for (const name of names) {
      await using file = await openBlob(this.#folder, name, constants.O_RDWR);
      await file.sync();
      folders.add(dirname(blobPath(this.#folder, name)));
    }
    // Whoever made a folder may have ended before it was synced.
    for (const folder of [...folders, this.#folder, dirname(this.#folder)]) await syncFolder(folder);
  }

  #place(name: string, bytes: Buffer): void {
    try {
      placeBlob(this.#folder, name, bytes);
    } catch (error) {
      throw writeError(blobPath(this.#folder, name), error);
    }
  }
}
