import { lstatSync } from "node:fs";
import { dirname } from "node:path";
import { waitForAll } from "../base/index.ts";
import { syncFolder } from "./private-folder.ts";

/** A running sync, and the next one, which waits for it. */
interface Syncs {
  readonly running: Promise<void>;
  next?: Promise<void>;
}

/** Syncs of folders with sessions. Concurrent calls for a folder share one sync. */
export class FolderSyncs {
  readonly #sync: (folder: string) => Promise<void>;
  readonly #syncs = new Map<string, Syncs>();
  /** Identity of each folder whose name in its parent is synced. */
  readonly #synced = new Map<string, string>();

  constructor(sync: (folder: string) => Promise<void> = syncFolder) {
    this.#sync = sync;
  }

  /** Resolves when the folder's current names, and the folder's own name, survive a power failure. */
  async persist(folder: string): Promise<void> {
    const identity = identityOf(folder);
    const parents = this.#synced.get(folder) === identity ? [] : [dirname(folder)];
    await waitForAll([folder, ...parents].map((path) => this.#share(path)));
    this.#synced.set(folder, identity);
  }

  /** A running sync may have missed a name that was added since, so callers share the one after it. */
  #share(folder: string): Promise<void> {
    const syncs = this.#syncs.get(folder);
    if (syncs === undefined) return this.#start(folder);
    const start = (): Promise<void> => this.#start(folder);
    return (syncs.next ??= syncs.running.then(start, start));
  }

  async #start(folder: string): Promise<void> {
    const running = this.#sync(folder);
    const syncs: Syncs = { running };
    this.#syncs.set(folder, syncs);
    try {
      await running;
    } finally {
      if (syncs.next === undefined) this.#syncs.delete(folder);
    }
  }
}

/** Distinguishes a folder from an earlier one of the same path. */
const identityOf = (folder: string): string => {
  const { dev, ino, birthtimeMs } = lstatSync(folder);
  return [dev, ino, birthtimeMs].join();
};
