import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * The folder of the project that a folder belongs to, links resolved: the nearest one upward that has a `.git`, or the
 * folder itself. Only looks whether `.git` is there, never into it.
 */
export const projectRoot = (cwd: string): string => {
  const start = realpathSync.native(cwd);
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return folder;
    if (dirname(folder) === folder) return start;
  }
};
