import type { FolderDigest } from "./file-version.ts";
import { folderDigest } from "./folder-digest.ts";
import { folderEntries } from "./folder-entries.ts";

/** A folder whose files git does not list, because it ignores them, or because they are of packages or caches. */
export type IgnoredFolder =
  /** Its files are compared one by one. */
  { readonly kind: "listed"; readonly entries: number } | WholeFolder;

/** A folder that is compared as a whole. */
export interface WholeFolder {
  readonly kind: "whole";
  readonly digest: FolderDigest;
  /** Number of entries in the digest. */
  readonly entries: number;
  /** Milliseconds since the epoch, of the folder itself. */
  readonly changedAt: number;
}

/** By path, relative to the folder of a scan, with a slash at the end. */
export type IgnoredFolders = ReadonlyMap<string, IgnoredFolder>;

/** Names of folders with untracked files that programs create in large numbers, and create again. */
export const HEAVY: readonly string[] =
  "node_modules bower_components .venv venv __pycache__ .tox .nox .mypy_cache .pytest_cache .ruff_cache .gradle .next .nuxt .svelte-kit .turbo .parcel-cache .pnpm-store .terraform".split(
    " ",
  );

const HEAVY_NAMES: ReadonlySet<string> = new Set(HEAVY);

/** Returns whether a path is of a heavy folder, or leads through one. */
const isHeavy = (path: string): boolean => path.split("/").some((name) => HEAVY_NAMES.has(name));

/** Entries in the digest of one folder. */
const MOST_IN_DIGEST = 1000;

export interface IgnoredFoldersOptions {
  /** Returns the absolute path of a path. */
  readonly absolute: (path: string) => string;
  /** Folders that git did not list, with a slash at the end. */
  readonly folders: readonly string[];
  /** Those of the scan before. */
  readonly earlier: IgnoredFolders | undefined;
  /** Returns true for folders (with a slash) that are listed otherwise: repositories. */
  readonly isSkipped: (path: string) => boolean;
  /** Number of files and folders that are listed, and of those in digests. */
  readonly most: number;
}

/**
 * Lists the files of ignored folders, or computes their digests. A folder becomes whole if it is heavy, or has more entries than are
 * left for it, and remains so. Both limits are for all folders together; what a folder had in the scan before is its own, so that a
 * folder never changes because another one does.
 */
export const scanIgnored = ({
  absolute,
  folders: listed,
  earlier = new Map(),
  isSkipped,
  most: limit,
}: IgnoredFoldersOptions): { readonly folders: IgnoredFolders; readonly files: readonly string[] } => {
  const folders = new Map<string, IgnoredFolder>();
  const files: string[] = [];
  const left = { listed: limit, digests: limit };
  for (const { kind, entries } of earlier.values()) left[kind === "listed" ? "listed" : "digests"] -= entries;
  const addWhole = (path: string, last: IgnoredFolder | undefined): void => {
    const at = absolute(path.slice(0, -1));
    const same = last?.kind === "whole" ? folderDigest(at, last.digest.most) : undefined;
    if (last?.kind === "whole" && last.digest.hash === same?.digest.hash) return void folders.set(path, last);
    if (last !== undefined) left[last.kind === "listed" ? "listed" : "digests"] += last.entries;
    const found = folderDigest(at, Math.max(1, Math.min(left.digests, MOST_IN_DIGEST)));
    if (found === undefined) return;
    left.digests -= found.entries;
    folders.set(path, { kind: "whole", ...found });
  };
  const waiting = [...listed];
  for (const path of waiting) {
    if (folders.has(path) || isSkipped(path)) continue;
    const last = earlier.get(path);
    if (last?.kind === "whole" || isHeavy(path)) {
      addWhole(path, last);
      continue;
    }
    const most = left.listed + (last?.entries ?? 0);
    const found = filesIn(absolute, path, { most, isSkipped });
    if (found === undefined) addWhole(path, last);
    else {
      left.listed = most - found.entries;
      folders.set(path, { kind: "listed", entries: found.entries });
      for (const file of found.files) files.push(file);
      waiting.push(...found.heavy);
    }
  }
  return { folders, files };
};

interface FilesIn {
  readonly files: readonly string[];
  readonly heavy: readonly string[];
  /** Number of files and folders. */
  readonly entries: number;
}

/** Lists a folder without heavy folders in it. Undefined: it has more than `most` entries. */
const filesIn = (
  absolute: IgnoredFoldersOptions["absolute"],
  path: string,
  { most, isSkipped }: { readonly most: number; readonly isSkipped: (path: string) => boolean },
): FilesIn | undefined => {
  const files: string[] = [];
  const heavy: string[] = [];
  let entries = 0;
  const waiting = [path];
  for (const folder of waiting) {
    const found = folderEntries(absolute(folder), most - entries);
    if (found === undefined) return undefined;
    entries += found.length;
    for (const entry of found) {
      if (entry.name === ".git") continue;
      const at = folder + entry.name;
      if (!entry.isDirectory()) files.push(at);
      else if (HEAVY_NAMES.has(entry.name)) heavy.push(`${at}/`);
      else if (!isSkipped(`${at}/`)) waiting.push(`${at}/`);
    }
  }
  return { files, heavy, entries };
};
