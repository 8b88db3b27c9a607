import type { FolderDigest } from "./file-version.ts";
import { folderDigest } from "./folder-digest.ts";
import { folderEntries } from "./folder-entries.ts";
import { innermost } from "./innermost.ts";

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
const MOST_IN_DIGEST = 500;

export interface IgnoredFoldersOptions {
  /** Returns the absolute path of a path. */
  readonly absolute: (path: string) => string;
  /** Folders that git did not list, with a slash at the end. */
  readonly folders: readonly string[];
  /** Result of the scan before. */
  readonly earlier: IgnoredFolders | undefined;
  /** Returns true for folders (with a slash) that are listed otherwise: repositories. */
  readonly isSkipped: (path: string) => boolean;
  /** Number of files and folders that are listed, and of those in digests. */
  readonly most: number;
}

/** Result of a scan of ignored folders. */
export interface FoundIgnored {
  readonly folders: IgnoredFolders;
  /** In the folders that are listed. */
  readonly files: readonly string[];
}

/**
 * Lists the files of ignored folders, or computes their digests. A folder becomes whole if it is heavy, or has more entries than are
 * left for it, and remains so. Smaller folders come first, and each keeps the entries that it had in the scan before, so that no folder
 * seems changed because another one is.
 */
export const scanIgnored = ({ absolute, folders: found, earlier = new Map(), isSkipped, most }: IgnoredFoldersOptions): FoundIgnored => {
  const listed: (FilesIn & { readonly path: string; readonly growth: number })[] = [];
  const whole: string[] = [];
  for (const path of new Set(found)) {
    if (isSkipped(path)) continue;
    const last = earlier.get(path);
    const inside = last?.kind === "whole" || isHeavy(path) ? undefined : filesIn(absolute, path, { most, isSkipped });
    if (inside === undefined) whole.push(path);
    else listed.push({ ...inside, path, growth: inside.entries - (last?.entries ?? 0) });
  }
  const folders = new Map<string, IgnoredFolder>();
  const files: string[] = [];
  let left = most - entriesOf(earlier, "listed");
  for (const { path, growth, entries, files: inside, heavy } of listed.toSorted((one, other) => one.growth - other.growth)) {
    if (growth > left) {
      whole.push(path);
      continue;
    }
    left -= growth;
    folders.set(path, { kind: "listed", entries });
    for (const file of inside) files.push(file);
    whole.push(...heavy);
  }
  for (const [path, folder] of digestsOf(whole, { absolute, earlier, most })) folders.set(path, folder);
  return { folders, files };
};

/** Returns the folders that are compared as a whole. An unchanged one is the object of the scan before. */
const digestsOf = function* (
  paths: readonly string[],
  { absolute, earlier, most }: Pick<IgnoredFoldersOptions, "absolute" | "most"> & { readonly earlier: IgnoredFolders },
): Generator<readonly [string, WholeFolder]> {
  let left = most - entriesOf(earlier, "whole");
  for (const path of paths) {
    const last = earlier.get(path);
    const at = absolute(path.slice(0, -1));
    if (last?.kind === "whole") {
      if (folderDigest(at, last.digest.most)?.digest.hash === last.digest.hash) {
        yield [path, last];
        continue;
      }
      left += last.entries;
    }
    const digested = folderDigest(at, Math.max(1, Math.min(left, MOST_IN_DIGEST)));
    if (digested === undefined) continue;
    left -= digested.entries;
    yield [path, { kind: "whole", ...digested }];
  }
};

/** Returns the folders with the digests of those that contain these paths as they are now. */
export const refreshedFolders = (
  folders: IgnoredFolders,
  paths: readonly string[],
  absolute: IgnoredFoldersOptions["absolute"],
): IgnoredFolders => {
  const refreshed = new Map(folders);
  for (const path of new Set(paths.map((name) => innermost(name, folders)))) {
    const last = path === undefined ? undefined : folders.get(path);
    const digested = path !== undefined && last?.kind === "whole" ? folderDigest(absolute(path.slice(0, -1)), last.digest.most) : undefined;
    if (path !== undefined && digested !== undefined) refreshed.set(path, { kind: "whole", ...digested });
  }
  return refreshed;
};

const entriesOf = (folders: IgnoredFolders, kind: IgnoredFolder["kind"]): number =>
  [...folders.values()].reduce((sum, folder) => sum + (folder.kind === kind ? folder.entries : 0), 0);

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
