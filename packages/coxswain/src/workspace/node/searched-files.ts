import type { Stats } from "node:fs";
import { lstat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { readWhole } from "./files.ts";
import { openFolderHandle } from "./folder-handle.ts";
import { statIfExists } from "./stat-if-exists.ts";

/** Milliseconds by which the clock of a file system may be behind: times of files are coarse. */
const CLOCK = 100;
/** Bytes of a file that is looked at anew. */
export const MAX_FILE = 64 * 1024 * 1024;

/**
 * What a search has read goes by paths, and whoever puts a link in the place of a file or folder for that moment leads it elsewhere. That changes
 * the folder in which it is done: what lies in folders that have not changed since is as it was found, all else is looked at anew.
 */
export interface SearchedFiles {
  /** Whether a file was found where its path says. */
  isThere(path: string): Promise<boolean>;
  /** Whether a line was found in the file that its path says. */
  hasLine(path: string, line: number, text: string): Promise<boolean>;
}

/** Whether a file's text is shown by no search; `found` is what stands at the path, where that is known. */
export type LeftOut = (path: string, found?: Stats) => Promise<boolean>;

/** For a search that begins now, in a folder that it holds. `top` is real. */
export const searchedFiles = (top: string, isLeftOut: LeftOut): SearchedFiles => {
  const begun = Date.now() - CLOCK;
  const listed = new Map<string, boolean>();
  let read: { readonly path: string; readonly lines: Promise<readonly string[]> } | undefined;

  const isAsBefore = (folder: string): boolean => {
    const found = statIfExists(folder);
    if (found?.isDirectory() !== true || found.ctimeMs >= begun) return false;
    return folder === top || isAsBefore(dirname(folder));
  };

  return {
    async isThere(path) {
      const folder = dirname(path);
      // A folder is listed in one go: if it was the right one for the first of its files, it was for all.
      const known = listed.get(folder);
      const isRight = known ?? isAsBefore(folder);
      if (known === undefined) listed.set(folder, isRight);
      return isRight || isFileAt(path);
    },
    async hasLine(path, line, text) {
      if (isAsBefore(dirname(path)) && statIfExists(path)?.isFile() === true) return true;
      if (read?.path !== path) read = { path, lines: linesOf(path, isLeftOut) };
      return (await read.lines)[line - 1] === text;
    },
  };
};

const isFileAt = async (path: string): Promise<boolean> => {
  try {
    await using folder = await openFolderHandle(dirname(path));
    return (await lstat(folder.at(basename(path)))).isFile();
  } catch {
    return false; // it is not there
  }
};

const linesOf = async (path: string, isLeftOut: LeftOut): Promise<readonly string[]> => {
  const isOther = (found: Stats): Promise<boolean> => isLeftOut(path, found);
  const bytes = await readWhole(path, { maxBytes: MAX_FILE, isOther }).catch(() => new Uint8Array());
  return new TextDecoder(encodingOf(bytes)).decode(bytes).split(/\r?\n/);
};

/** As ripgrep reads it: by its mark. */
const encodingOf = ([first, second]: Uint8Array): string => {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
};
