import { constants } from "node:fs";
import { dirname } from "node:path";
import { waitForAll } from "../../base/index.ts";
import { EntryTooLargeError } from "../../log/index.ts";
import { syncFolder } from "../private-folder.ts";
import { writeError } from "../file-writes.ts";
import { blobName, blobPath, MAX_BLOB_BYTES } from "./blob-file.ts";
import type { StoreBytes } from "./packed-entry.ts";
import { storeBlob, refreshBlob } from "./store-blob.ts";
import { openBlob } from "./read-blob.ts";

/** Writes the blobs that one session's log references. */
export class BlobWriter {
  readonly #folder: string;
  #unsynced = new Set<string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Calls `append`, which stores content and then writes the lines that reference it. Afterwards the blobs are checked
   * again: a collector finds the references in the log only from then on, and may have missed them before.
   * @throws {LogWriteError} if content cannot be written.
   * @throws {EntryTooLargeError}
   */
  around(append: (keep: StoreBytes) => void): void {
    const named = new Map<string, Buffer>();
    append((bytes) => {
      if (bytes.length > MAX_BLOB_BYTES) throw new EntryTooLargeError(bytes.length, MAX_BLOB_BYTES);
      const name = blobName(bytes);
      if (!named.has(name)) this.#store(name, bytes);
      named.set(name, bytes);
      return name;
    });
    for (const [name, bytes] of named) {
      this.#unsynced.add(name);
      if (!refreshBlob(this.#folder, name)) this.#store(name, bytes);
    }
  }

  /** Stores content that a later entry names. */
  put(bytes: Uint8Array): string {
    const name = blobName(bytes);
    this.#store(name, bytes);
    this.#unsynced.add(name);
    return name;
  }

  /** Resolves when all referenced blobs survive a power failure. Must not be called concurrently. */
  async sync(): Promise<void> {
    const names = this.#unsynced;
    if (names.size === 0) return;
    this.#unsynced = new Set();
    const list = [...names];
    for (let at = 0; at < list.length; at += PARALLEL) {
      await waitForAll(list.slice(at, at + PARALLEL).map((name) => this.#syncBlob(name)));
    }
    const folders = new Set(list.map((name) => dirname(blobPath(this.#folder, name))));
    // Another process may have created a folder and ended before syncing it.
    await waitForAll([...folders, this.#folder, dirname(this.#folder)].map(syncFolder));
  }

  async #syncBlob(name: string): Promise<void> {
    await using file = await openBlob(this.#folder, name, constants.O_RDWR);
    await file.sync();
  }

  #store(name: string, bytes: Uint8Array): void {
    try {
      storeBlob(this.#folder, name, bytes);
    } catch (error) {
      throw writeError(blobPath(this.#folder, name), error);
    }
  }
}

/** Number of blobs that are synced at once: an import may have thousands. */
const PARALLEL = 16;
