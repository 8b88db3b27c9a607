import { lstatSync, type Stats } from "node:fs";
import type { FolderDigest } from "./file-version.ts";
import { folderEntries } from "./folder-entries.ts";

export interface DigestedFolder {
  readonly digest: FolderDigest;
  /** Number of entries in the digest. */
  readonly entries: number;
  /** Milliseconds since the epoch, of the folder itself. */
  readonly changedAt: number;
}

/** A folder with more entries counts as empty: its time shows if there are others now. */
const MOST_NAMES = 5000;

/**
 * Computes the digest of a folder: of itself, then of its entries level by level, in the order of their names, up to `most`
 * entries. It has the names of each folder that it reads, also of entries after the last one. Never follows a link. Undefined: it is not a
 * folder.
 */
export const folderDigest = (path: string, most: number): DigestedFolder | undefined => {
  const own = statsAt(path);
  if (own?.isDirectory() !== true) return undefined;
  const listings: string[] = [];
  const facts = factsOf(own);
  let entries = 0;
  const folders = [path];
  for (const folder of folders) {
    if (entries >= most) break;
    const names = namesIn(folder);
    listings.push(names.join("\0"));
    for (const name of names.slice(0, most - entries)) {
      const stats = statsAt(`${folder}/${name}`);
      facts.push(...factsOf(stats));
      entries += 1;
      if (stats?.isDirectory() === true) folders.push(`${folder}/${name}`);
    }
  }
  const hash = process.getBuiltinModule("node:crypto").createHash("sha256");
  hash.update(listings.join("\0\0")).update(new Uint8Array(Float64Array.from(facts).buffer));
  return { digest: { hash: `sha256-${hash.digest("hex")}`, most }, entries, changedAt: own.ctimeMs };
};

/** Numbers are faster to hash than their digits. */
const factsOf = (stats: Stats | undefined): number[] =>
  stats === undefined ? [] : [stats.mode, stats.size, stats.ino, stats.mtimeMs, stats.ctimeMs];

const namesIn = (folder: string): readonly string[] =>
  (folderEntries(folder, MOST_NAMES) ?? []).map(({ name }) => name).toSorted((one, other) => (one < other ? -1 : 1));

const statsAt = (path: string): Stats | undefined => {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
};
