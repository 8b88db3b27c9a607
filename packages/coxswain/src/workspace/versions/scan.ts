import type { Stats } from "node:fs";
import type { LinkVersion, RegularVersion } from "./file-version.ts";
import type { FileTable } from "./file-table.ts";
import type { GitFolder, TrackedFile, TrackedState } from "./git-folder.ts";
import type { IgnoredFolders } from "./ignored-folders.ts";

/** The files of a folder at one moment. */
export interface Scan {
  /** Milliseconds since the epoch, when it began. */
  readonly at: number;
  /** By path, relative to the folder. */
  readonly files: FileTable<ScannedFile>;
  readonly ignored: IgnoredFolders;
  /**
   * The folder itself and the repositories in it, by path with a slash at its end, or empty: each has the files below it that are in
   * no other.
   */
  readonly parts: ReadonlyMap<string, ScannedPart>;
}

/** Undefined: git did not list the files. */
export type ScannedPart = TrackedState | undefined;

/** A file or a symbolic link, as it was found. */
export interface ScannedFile {
  readonly stats: FileStats;
  readonly version: RegularVersion | LinkVersion | CleanVersion;
  /** True if git ignored it when it was scanned. */
  readonly isIgnored: boolean;
}

/** A file whose bytes git has: they are read once the file has changed. */
export interface CleanVersion {
  readonly kind: "clean";
  readonly file: TrackedFile;
  readonly folder: GitFolder;
}

/** As `lstat` reports them. Times in milliseconds since the epoch. */
export interface FileStats {
  readonly mode: number;
  readonly size: number;
  readonly modifiedAt: number;
  readonly changedAt: number;
  /** 0 on file systems that do not record it. */
  readonly createdAt: number;
  readonly inode: number;
  readonly user: number;
  readonly group: number;
  /** True if it was changed so recently that a later change might leave the same times. */
  readonly isRecent: boolean;
}

/** Times of a file are this coarse at most, in milliseconds. */
const COARSE = 20;

/** @param scannedAt milliseconds since the epoch, before the stats were read */
export const fileStats = ({ mode, size, mtimeMs, ctimeMs, birthtimeMs, ino, uid, gid }: Stats, scannedAt: number): FileStats => ({
  mode,
  size,
  modifiedAt: mtimeMs,
  changedAt: ctimeMs,
  createdAt: birthtimeMs,
  inode: ino,
  user: uid,
  group: gid,
  isRecent: Math.max(mtimeMs, ctimeMs) > scannedAt - COARSE,
});

/** Returns whether any later change of a file leaves another time in seconds, which is what git compares. */
export const isSettled = ({ modifiedAt, changedAt }: FileStats, scannedAt: number): boolean =>
  Math.floor(Math.max(modifiedAt, changedAt) / 1000) < Math.floor((scannedAt - COARSE) / 1000);

/** Returns whether a file is surely as it was when it was scanned. */
export const isAsScanned = ({ stats: scanned }: ScannedFile, { mode, size, mtimeMs, ctimeMs, ino }: Stats): boolean =>
  !scanned.isRecent &&
  scanned.mode === mode &&
  scanned.size === size &&
  scanned.modifiedAt === mtimeMs &&
  scanned.changedAt === ctimeMs &&
  scanned.inode === ino;

/** Returns whether two scanned files are equal according to their times and sizes. For content that was never read. */
export const isUntouched = (one: ScannedFile, other: ScannedFile): boolean =>
  one.stats.mode === other.stats.mode &&
  one.stats.size === other.stats.size &&
  one.stats.modifiedAt === other.stats.modifiedAt &&
  one.stats.inode === other.stats.inode;

/** Returns the version of a tracked file whose bytes git has. Undefined: the file must be read. */
export const cleanVersion = (file: TrackedFile, stats: Stats, folder: GitFolder): CleanVersion | undefined =>
  stats.isFile() && isUnchanged(file.stat, stats) ? { kind: "clean", file, folder } : undefined;

/** Git has the times in nanoseconds, `lstat` as floating-point numbers: they may differ by a rounding. */
const isUnchanged = (stat: TrackedFile["stat"], { size, ino, mtimeMs, ctimeMs }: Stats): boolean =>
  stat.size === size % 2 ** 32 &&
  stat.inode === ino % 2 ** 32 &&
  Math.abs(stat.modifiedAt - mtimeMs) < 0.001 &&
  Math.abs(stat.changedAt - ctimeMs) < 0.001;
