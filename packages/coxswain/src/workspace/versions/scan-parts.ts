import type { ObjectFormat } from "./git-folder.ts";
import { innermost } from "./innermost.ts";
import { isSettled, type Scan } from "./scan.ts";
import { type IndexedFile, statIndex } from "./stat-index.ts";

/** Returns the part of a scan that a file belongs to: that of the innermost repository. */
export const partOf = (path: string, parts: ReadonlyMap<string, unknown>): string =>
  parts.size === 1 ? "" : (innermost(path, parts) ?? "");

export interface PartIndex {
  readonly bytes: Buffer;
  /** Number of files in it. */
  readonly count: number;
  /** Other files of the part, relative to it: git ignores them. */
  readonly ignored: readonly string[];
  /** Folders of the files in it, relative to the part. */
  readonly folders: ReadonlySet<string>;
}

/** Indexes of the bases of scans. Each is made once, and lives as long as the base. */
export class PartIndexes {
  readonly #ofBases = new WeakMap<object, Map<string, PartIndex>>();

  /**
   * Returns an index of the files of a part as they are in the base of a scan, without those that git ignores.
   * @param top path of the part in its repository, with a slash at its end; or empty
   */
  get({ files: { base }, parts }: Pick<Scan, "files" | "parts">, prefix: string, top: string, format: ObjectFormat): PartIndex {
    const ofParts = this.#ofBases.get(base) ?? new Map<string, PartIndex>();
    this.#ofBases.set(base, ofParts);
    const made = ofParts.get(prefix);
    if (made !== undefined) return made;
    const files: IndexedFile[] = [];
    const ignored: string[] = [];
    const folders = new Set<string>();
    for (const [path, file] of base.files) {
      if (partOf(path, parts) !== prefix) continue;
      const name = path.slice(prefix.length);
      if (file.isIgnored) ignored.push(name);
      else files.push({ path: top + name, stats: file.stats, isTrusted: isSettled(file.stats, base.at) });
      addFolders(name, folders);
    }
    const index = { bytes: statIndex(files, format), count: files.length, ignored, folders };
    ofParts.set(prefix, index);
    return index;
  }
}

const addFolders = (name: string, folders: Set<string>): void => {
  for (let end = name.lastIndexOf("/"); end > 0; end = name.lastIndexOf("/", end - 1)) {
    const folder = name.slice(0, end);
    if (folders.has(folder)) return;
    folders.add(folder);
  }
};
