import { lstatSync } from "node:fs";
import { dirname } from "node:path";
import { syncFolder } from "./private-folder.ts";

/** A sync that has begun, and the one after it that waits. */
interface Syncs {
  readonly begun: Promise<void>;
  next?: Promise<void>;
}

/** Syncs of the folders that the sessions of a store are in: those that wait at the same time share one. */
export class FolderSyncs {
  readonly #sync: (folder: string) => Promise<void>;
  readonly #syncs = new Map<string, Syncs>();
  /** Folders whose own name is on the disk, and which one of that name that is. */
  readonly #kept = new Map<string, string>();

  constructor(sync: (folder: string) => Promise<void> = syncFolder) {
    this.#sync = sync;
  }

  /** Resolves when the names that are in a folder now survive a loss of power, the folder's own with them. */
  async keep(folder: string): Promise<void> {
    await this.#share(folder);
    const stands = identityOf(folder);
    if (this.#kept.get(folder) === stands) return;
    await this.#share(dirname(folder));
    this.#kept.set(folder, stands);
  }

  /** One that has begun may have passed over a name that came since. */
  #share(folder: string): Promise<void> {
    const syncs = this.#syncs.get(folder);
    if (syncs === undefined) return this.#begin(folder);
    const begin = (): Promise<void> => this.#begin(folder);
    return (syncs.next ??= syncs.begun.then(begin, begin));
  }

  async #begin(folder: string): Promise<void> {
    const begun = this.#sync(folder);
    const syncs: Syncs = { begun };
    this.#syncs.set(folder, syncs);
    try {
      await begun;
    } finally {
      if (syncs.next === undefined) this.#syncs.delete(folder);
    }
  }
}

/** Another folder may come to the same name. */
const identityOf = (folder: string): string => {
  const { dev, ino, birthtimeMs } = lstatSync(folder);
  return [dev, ino, birthtimeMs].join();
};
