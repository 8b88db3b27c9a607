import { existsSync, lstatSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { hasRepository } from "./has-repository.ts";
import { readSmallFile } from "./small-file.ts";

/** Folders of a git repository. We read them, and never run git in them. */
export interface Repository {
  /** The top of the working tree, or the repository itself if it is bare. */
  readonly root: string;
  /** Folder of `HEAD` and its log, specific to this working tree. */
  readonly gitFolder: string;
  /** Folder of `config`, shared by all working trees of the repository. */
  readonly commonFolder: string;
}

const MAX_POINTER_BYTES = 4096;

/** Finds the repository of a folder in the folder or its nearest parent, as git does. */
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

/** Reads the folder path from a one-line file, such as the `.git` of a working tree or submodule. */
const pointedAt = (file: string, base: string, line: RegExp): string | undefined => {
  const path = line.exec(readSmallFile(file, MAX_POINTER_BYTES) ?? "")?.[1]?.trimEnd();
  return path === undefined || path.includes("\0") ? undefined : resolve(base, path);
};

const isBare = (folder: string): boolean =>
  existsSync(join(folder, "HEAD")) && isFolder(join(folder, "objects")) && isFolder(join(folder, "refs"));

const isFolder = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
