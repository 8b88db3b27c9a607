import type { Stats } from "node:fs";
import { lstat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { readWhole } from "./read-file.ts";
import { openFolderHandle } from "./folder-handle.ts";
import { statIfExists } from "./path-stats.ts";
import type { FoundLine } from "../search.ts";

/** Milliseconds by which a file system's clock may be behind, since its times are coarse. */
const CLOCK = 100;
/** Maximum size in bytes of a file that is read again. */
export const MAX_FILE = 64 * 1024 * 1024;

/**
 * Verifies the results of a search. A search reads by path, so a process that puts a link in place of a file or folder
 * for a moment leads it elsewhere. Such a swap changes the containing folder: results in folders that have not changed
 * since are trusted, and all others are read again.
 */
export interface MatchVerifier {
  /** Returns true if the path names a file. */
  isFile(path: string): Promise<boolean>;
  /** Returns true if the file at the path contains the line. */
  hasLine(path: string, line: number, text: string): Promise<boolean>;
}

/** Returns true for a file that no search shows. `found`: the stats of the file, if they are available. */
export type IsExcluded = (path: string, found?: Stats) => Promise<boolean>;

/** Result for a file that is excluded although it matches. */
export const excludedFile = (path: string): FoundLine => ({ kind: "unreadable", reason: `${path} is excluded from searches` });

/** Creates a verifier for a search that starts now, through a handle on the folder. `top` must be resolved. */
export const matchVerifier = (top: string, isExcluded: IsExcluded): MatchVerifier => {
  const startedAt = Date.now() - CLOCK;
  const trusted = new Map<string, boolean>();
  let read: { readonly path: string; readonly lines: Promise<readonly string[]> } | undefined;

  const isUnchanged = (folder: string): boolean => {
    const found = statIfExists(folder);
    if (found?.isDirectory() !== true || found.ctimeMs >= startedAt) return false;
    return folder === top || isUnchanged(dirname(folder));
  };

  return {
    async isFile(path) {
      const folder = dirname(path);
      // A folder is listed at once: the result for the first of its files applies to all.
      const cached = trusted.get(folder);
      const isTrusted = cached ?? isUnchanged(folder);
      if (cached === undefined) trusted.set(folder, isTrusted);
      return isTrusted || isFileAt(path);
    },
    async hasLine(path, line, text) {
      if (isUnchanged(dirname(path)) && statIfExists(path)?.isFile() === true) return true;
      if (read?.path !== path) read = { path, lines: linesOf(path, isExcluded) };
      return (await read.lines)[line - 1] === text;
    },
  };
};

const isFileAt = async (path: string): Promise<boolean> => {
  try {
    await using folder = await openFolderHandle(dirname(path));
    return (await lstat(folder.at(basename(path)))).isFile();
  } catch {
    return false; // it does not exist
  }
};

const linesOf = async (path: string, isExcluded: IsExcluded): Promise<readonly string[]> => {
  const isOther = (found: Stats): Promise<boolean> => isExcluded(path, found);
  const bytes = await readWhole(path, { maxBytes: MAX_FILE, isOther }).catch(() => new Uint8Array());
  return new TextDecoder(encodingOf(bytes)).decode(bytes).split(/\r?\n/);
};

/** Detects the encoding by its byte order mark, as ripgrep does. */
const encodingOf = ([first, second]: Uint8Array): string => {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
};
