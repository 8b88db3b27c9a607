import { readFile, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

/** Bytes of a file of Git that is read here. */
const MAX_BYTES = 4096;

/**
 * Returns the branch of the repository that a folder is in, or the first 7 digits of the commit if no branch is checked out.
 * Reads two files, and runs nothing. Returns undefined outside of a repository, and if its files have another form.
 */
export const gitBranch = async (folder: string): Promise<string | undefined> => {
  const gitFolder = await findGitFolder(folder);
  const head = gitFolder === undefined ? undefined : await smallFile(join(gitFolder, "HEAD"));
  if (head === undefined) return undefined;
  const [, branch] = /^ref: refs\/heads\/(.+)$/.exec(head) ?? [];
  if (branch !== undefined) return branch === ".invalid" ? undefined : branch;
  return /^[0-9a-f]{40,64}$/.test(head) ? head.slice(0, 7) : undefined;
};

/** In a worktree and in a submodule, `.git` is a file that names the folder. */
const findGitFolder = async (folder: string): Promise<string | undefined> => {
  const path = join(folder, ".git");
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory() === true) return path;
  if (found !== undefined) {
    const [, target] = /^gitdir: (.+)$/.exec((await smallFile(path)) ?? "") ?? [];
    return target === undefined ? undefined : resolve(folder, target);
  }
  const parent = dirname(folder);
  return parent === folder ? undefined : findGitFolder(parent);
};

/** A pipe in place of the file would never end. */
const smallFile = async (path: string): Promise<string | undefined> => {
  try {
    const found = await stat(path);
    return found.isFile() && found.size <= MAX_BYTES ? (await readFile(path, "utf8")).trim() : undefined;
  } catch {
    return undefined;
  }
};
