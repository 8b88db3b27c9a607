import type { Dirent, Stats } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import type { FileKind, FileStat, FolderEntry } from "../file.ts";
import { asFileError, fileError } from "./file-error.ts";
import { openFolderHandle } from "./folder-handle.ts";
import { isMissing } from "./path-stats.ts";
import { openFile } from "./open-file.ts";

const kindOf = (entry: Stats | Dirent): FileKind => (entry.isFile() ? "file" : entry.isDirectory() ? "folder" : "other");

/** `path` must be resolved. */
export const statFile = async (path: string): Promise<FileStat | undefined> => {
  if (isMissing(path)) return undefined;
  try {
    const found = await lstat(path);
    if (found.isSymbolicLink()) throw fileError("elsewhere", path);
    return { kind: kindOf(found), size: found.size, modifiedAt: found.mtimeMs, links: found.nlink, owner: found.uid };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw asFileError(error, path);
  }
};

/** Reads a regular file. `path` must be resolved. Fails if `isOther` returns true for the opened file. */
export const readWhole = async (
  path: string,
  { maxBytes = Infinity, isOther }: { readonly maxBytes?: number | undefined; readonly isOther?: (found: Stats) => Promise<boolean> } = {},
): Promise<Uint8Array> => {
  try {
    await using file = await openFile(path);
    const found = await file.stat();
    if ((await isOther?.(found)) === true) throw fileError("elsewhere", path);
    if (found.size > maxBytes) throw fileError("too_large", path, `${found.size} bytes, but the limit is ${maxBytes}`);
    return await file.readFile();
  } catch (error) {
    throw asFileError(error, path);
  }
};

/** `path` must be resolved. */
export const listFolder = async (path: string): Promise<readonly FolderEntry[]> => {
  try {
    await using folder = await openFolderHandle(path);
    const entries = await readdir(folder.path, { withFileTypes: true });
    await folder.check();
    return entries
      .map((entry) => ({ name: entry.name, kind: entry.isSymbolicLink() ? ("link" as const) : kindOf(entry) }))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  } catch (error) {
    throw asFileError(error, path);
  }
};
