import { existsSync, lstatSync, statSync, readdirSync, closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

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

/**
 * Returns true if a folder contains a `.git` other than an empty folder, which git ignores too. A sandbox creates an
 * empty one while a command runs, and leaves it behind if it is killed.
 */
export const hasRepository = (folder: string): boolean => {
  try {
    return readdirSync(join(folder, ".git")).length > 0;
  } catch (error) {
    return !NOTHING_THERE.has((error as NodeJS.ErrnoException).code);
  }
};

/** Other errors mean that something exists but cannot be read. */
const NOTHING_THERE: ReadonlySet<string | undefined> = new Set(["ENOENT", "ELOOP", "ENAMETOOLONG"]);

/** Opening a FIFO must not block. Windows has neither the flag nor FIFOs. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Reads up to `maxBytes` of a regular file as a string. Undefined if the file cannot be read or is not a regular file:
 * a repository may contain a FIFO, device or folder of that name.
 */
export const readSmallFile = (path: string, maxBytes: number): string | undefined => {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, FLAGS);
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return undefined;
    const buffer = Buffer.allocUnsafe(Math.min(maxBytes, stats.size));
    const read = readSync(descriptor, buffer, 0, buffer.length, 0);
    return buffer.toString("utf8", 0, read);
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
};
