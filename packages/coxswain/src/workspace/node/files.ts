import { constants, type Dirent, type Stats } from "node:fs";
import { open, readdir, stat } from "node:fs/promises";
import type { FileKind, FileStat, FolderEntry } from "../file.ts";
import { asFileError, fileError } from "./file-error.ts";

const kindOf = (entry: Stats | Dirent): FileKind => (entry.isFile() ? "file" : entry.isDirectory() ? "folder" : "other");

export const statFile = async (path: string): Promise<FileStat | undefined> => {
  try {
    const found = await stat(path);
    return { kind: kindOf(found), size: found.size, modifiedAt: found.mtimeMs, links: found.nlink };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw asFileError(error, path);
  }
};

export const assertRegular = (found: Stats, path: string): void => {
  if (found.isDirectory()) throw fileError("is_folder", path);
  if (!found.isFile()) throw fileError("not_regular", path);
};

export const readWhole = async (path: string, maxBytes = Infinity): Promise<Uint8Array> => {
  try {
    assertRegular(await stat(path), path);
    // Something else may stand there by now: opening a fifo without O_NONBLOCK would wait for a writer.
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const found = await file.stat();
      assertRegular(found, path);
      if (found.size > maxBytes) throw fileError("too_large", path, `${found.size} bytes, and at most ${maxBytes} are read`);
      return await file.readFile();
    } finally {
      await file.close();
    }
  } catch (error) {
    throw asFileError(error, path);
  }
};

export const listFolder = async (path: string): Promise<readonly FolderEntry[]> => {
  try {
    const entries = await readdir(path, { withFileTypes: true });
    return entries
      .map((entry) => ({ name: entry.name, kind: entry.isSymbolicLink() ? ("link" as const) : kindOf(entry) }))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  } catch (error) {
    throw asFileError(error, path);
  }
};
