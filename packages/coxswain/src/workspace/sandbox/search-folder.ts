import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** What in a folder a sandbox has to know of, as far as a bounded search finds it. */
export interface FoundPlaces {
  /** Files that hold secrets. */
  readonly secrets: readonly string[];
  /** `.git` of the repositories below the folder, files or folders. */
  readonly repositories: readonly string[];
  /** By secrets that a repository holds: files with what it holds of them, to be seen in their place. Default: none. */
  readonly committed?: ReadonlyMap<string, string>;
}

/** Folders that are looked into. Those near the root come first. */
const MOST_FOLDERS = 2000;
const AT_ONCE = 16;
/** What others made, and what nobody keeps secrets in. */
const PASSED = new Set(["node_modules", ".git", ".hg", ".venv", "__pycache__"]);

/** Links are not followed. */
export const searchFolder = async (root: string, isSecret: (path: string) => boolean): Promise<FoundPlaces> => {
  const secrets: string[] = [];
  const repositories: string[] = [];
  const read = async (folder: string): Promise<readonly string[]> => {
    const folders: string[] = [];
    // A folder that cannot be read by this process cannot be read by its commands.
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
