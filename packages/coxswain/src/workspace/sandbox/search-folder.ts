import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** Paths in a folder that a sandbox must handle, as far as a bounded search finds them. */
export interface FoundPaths {
  /** Files with secrets. */
  readonly secrets: readonly string[];
  /** `.git` files and folders of repositories below the folder. */
  readonly repositories: readonly string[];
  /** By path of a committed secret file: a file with its committed content to show instead. Default: none. */
  readonly committed?: ReadonlyMap<string, string>;
}

/** Maximum number of folders to search, those near the root first. */
const MOST_FOLDERS = 2000;
const AT_ONCE = 16;
/** Folders of third-party code, which do not contain the user's secrets. */
const PASSED = new Set(["node_modules", ".git", ".hg", ".venv", "__pycache__"]);

/** Does not follow links. */
export const searchFolder = async (root: string, isSecret: (path: string) => boolean): Promise<FoundPaths> => {
  const secrets: string[] = [];
  const repositories: string[] = [];
  const read = async (folder: string): Promise<readonly string[]> => {
    const folders: string[] = [];
    // A folder that this process cannot read cannot be read by its commands either.
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      const path = join(folder, entry.name);
      if (entry.name === ".git" && folder !== root) repositories.push(path);
      else if (entry.isDirectory() && !PASSED.has(entry.name)) folders.push(path);
      else if (entry.isFile() && isSecret(path)) secrets.push(path);
    }
    return folders;
  };
  let waiting: readonly string[] = [root];
  for (let left = MOST_FOLDERS; waiting.length > 0 && left > 0;) {
    const now = waiting.slice(0, Math.min(AT_ONCE, left));
    left -= now.length;
    waiting = [...waiting.slice(now.length), ...(await Promise.all(now.map(read))).flat()];
  }
  return { secrets, repositories };
};
