import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** Limit of entries. */
const MAX_ENTRIES = 20_000;
/** Their files are copies of published or committed ones. */
const SKIPPED = new Set([".git", "node_modules"]);

/**
 * Returns true if a folder, or one below it, has a file that searches do not show. Links are not followed. True as well if the
 * folder has too many entries.
 */
export const holdsUnsearched = async (folder: string, isUnsearched: (path: string) => boolean): Promise<boolean> => {
  const folders = [folder];
  let seen = 0;
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    for (const entry of await readdir(next, { withFileTypes: true }).catch(() => [])) {
      const path = join(next, entry.name);
      seen += 1;
      if (seen > MAX_ENTRIES || (entry.isFile() && isUnsearched(path))) return true;
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) folders.push(path);
    }
  }
  return false;
};
