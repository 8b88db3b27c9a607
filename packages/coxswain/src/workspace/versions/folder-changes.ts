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
  const created: string[] = [];
  const removed: string[] = [];
  const seen = new Set([root]);
  for (const path of paths) {
    for (let folder = dirname(path); isBelow(root, folder) && !seen.has(folder); folder = dirname(folder)) {
      seen.add(folder);
      const stats = statsOf(folder);
      if (stats?.isDirectory() !== true) removed.push(folder);
      else if (stats.birthtimeMs >= since || replacesFile(folder)) created.push(folder);
    }
  }
  return { ...(created.length > 0 ? { created } : {}), ...(removed.length > 0 ? { removed } : {}) };
};

/** Undefined: there is nothing, or it cannot be reached, such as behind a circle of links. */
const statsOf = (path: string): Stats | undefined => {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
};
