import { existsSync, lstatSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { hasRepository } from "./has-repository.ts";
import { readSmallFile } from "./small-file.ts";

/** Where a folder's git repository keeps what is of interest here. Both are only looked at, never run by git. */
export interface Repository {
  /** The top of the working tree, or the repository itself when it is bare. */
  readonly root: string;
  /** Holds `HEAD` and its log: of this working tree alone. */
  readonly gitFolder: string;
  /** Holds `config`: shared by all working trees of a repository. */
  readonly commonFolder: string;
}

const MAX_POINTER_BYTES = 4096;

/** The repository that a folder lies in, the nearest one upward, as git would find it. */
export const findRepository = (folder: string): Repository | undefined => {
  for (let root = folder; ; root = dirname(root)) {
    const gitFolder = gitFolderOf(root);
    if (gitFolder !== undefined) return { root, gitFolder, commonFolder: commonFolderOf(gitFolder) };
    if (dirname(root) === root) return undefined;
  }
};

const gitFolderOf = (root: string): string | undefined => {
  const path = join(root, ".git");
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory() === true && hasRepository(root)) return path;
  if (stats?.isFile() === true) return pointedAt(path, root, /^gitdir: *(.+)/);
  return isBare(root) ? root : undefined;
};

const commonFolderOf = (gitFolder: string): string => pointedAt(join(gitFolder, "commondir"), gitFolder, /^(.+)/) ?? gitFolder;

/** The folder that a file of one line names, as the `.git` of a working tree or a submodule does. */
const pointedAt = (file: string, base: string, line: RegExp): string | undefined => {
  const path = line.exec(readSmallFile(file, MAX_POINTER_BYTES) ?? "")?.[1]?.trimEnd();
  return path === undefined || path.includes("\0") ? undefined : resolve(base, path);
};

const isBare = (folder: string): boolean =>
  existsSync(join(folder, "HEAD")) && isFolder(join(folder, "objects")) && isFolder(join(folder, "refs"));

const isFolder = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
