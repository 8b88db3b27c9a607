import { lstatSync, type Stats } from "node:fs";
import { dirname } from "node:path";
import { isBelow } from "../is-below.ts";

/** Absolute paths. Absent: none. */
export interface FolderChanges {
  readonly created?: readonly string[];
  readonly removed?: readonly string[];
}

/** The files at a moment, relative to the folder. */
export interface EarlierFiles {
  readonly at: number;
  readonly files: { has(path: string): boolean };
}

/** Returns the folders of these paths, all absolute and below `root`, that were created since a scan, and those that no longer exist. */
export const folderChanges = (root: string, { at: since, files }: EarlierFiles, paths: readonly string[]): FolderChanges => {
  // A folder that replaces a file is new, even if it was moved there.
  const replacesFile = (folder: string): boolean =>
    folder !== root && (files.has(folder.slice(root.length + 1)) || replacesFile(dirname(folder)));
  const cached = new Map<string, Stats | undefined>();
  /** Undefined: there is no such folder, or a link leads there. */
  const folderAt = (folder: string): Stats | undefined => {
    if (!cached.has(folder)) cached.set(folder, folder === root || folderAt(dirname(folder)) !== undefined ? ownStats(folder) : undefined);
    return cached.get(folder);
  };
  const created: string[] = [];
  const removed: string[] = [];
  const seen = new Set([root]);
  for (const path of paths) {
    for (let folder = dirname(path); isBelow(root, folder) && !seen.has(folder); folder = dirname(folder)) {
      seen.add(folder);
      const stats = folderAt(folder);
      if (stats === undefined) removed.push(folder);
      else if (stats.birthtimeMs >= since || replacesFile(folder)) created.push(folder);
    }
  }
  return { ...(created.length > 0 ? { created } : {}), ...(removed.length > 0 ? { removed } : {}) };
};

const ownStats = (path: string): Stats | undefined => {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats?.isDirectory() === true ? stats : undefined;
  } catch {
    return undefined;
  }
};
