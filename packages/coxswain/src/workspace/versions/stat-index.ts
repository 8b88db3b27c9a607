import type { ObjectFormat } from "./git-folder.ts";
import type { FileStats } from "./scan.ts";

export interface IndexedFile {
  /** Relative to the top of the working tree. */
  readonly path: string;
  readonly stats: FileStats;
  /** False: git reports the file as changed. */
  readonly isTrusted: boolean;
}

const HEADER_BYTES = 12;
const STAT_BYTES = 40;
/** Name lengths from here on are determined by the zero after the name. */
const MAX_NAME = 0xfff;
const REGULAR = 0o100644;
const EXECUTABLE = 0o100755;
const LINK = 0o120000;

/**
 * Returns a git index, version 2, of files as `lstat` reported them, so that `git diff-files` finds the ones that have changed. Git
 * compares seconds, so a file is trusted only if it last changed in an earlier second than that of its `lstat`.
 */
export const statIndex = (files: readonly IndexedFile[], format: ObjectFormat): Buffer => {
  const object = emptyObject(format);
  const sorted = inGitOrder(files);
  const sizes = sorted.map(({ path }) => entryBytes(Buffer.byteLength(path), object.length));
  const index = Buffer.alloc(sizes.reduce((sum, size) => sum + size, HEADER_BYTES + object.length));
  index.write("DIRC", "latin1");
  index.writeUInt32BE(2, 4);
  index.writeUInt32BE(sorted.length, 8);
  let at = HEADER_BYTES;
  for (const [place, { path, stats, isTrusted }] of sorted.entries()) {
    if (isTrusted) writeStats(index, at, stats);
    index.writeUInt32BE(modeOf(stats.mode), at + 24);
    object.copy(index, at + STAT_BYTES);
    const flagsAt = at + STAT_BYTES + object.length;
    index.writeUInt16BE(Math.min(index.write(path, flagsAt + 2), MAX_NAME), flagsAt);
    at += sizes[place] ?? 0;
  }
  // Git does not check the hash at the end, which stays zero, when it reads an index.
  return index;
};

/** Git takes an entry of 0 bytes that is not the empty object for one with other content. */
const emptyObject = (format: ObjectFormat): Buffer =>
  process.getBuiltinModule("node:crypto").createHash(format).update("blob 0\0").digest();

/** Padded to a multiple of 8 bytes, with at least one zero. */
const entryBytes = (name: number, hash: number): number => Math.ceil((STAT_BYTES + hash + 2 + name + 1) / 8) * 8;

/** Strings order like their UTF-8, unless they contain surrogates. */
const inGitOrder = (files: readonly IndexedFile[]): readonly IndexedFile[] =>
  files.some(({ path }) => /[\ud800-\udfff]/.test(path))
    ? files.toSorted((one, other) => Buffer.compare(Buffer.from(one.path), Buffer.from(other.path)))
    : files.toSorted((one, other) => (one.path < other.path ? -1 : 1));

const writeStats = (index: Buffer, at: number, { changedAt, modifiedAt, inode, user, group, size }: FileStats): void => {
  writeTime(index, at, changedAt);
  writeTime(index, at + 8, modifiedAt);
  index.writeUInt32BE(inode % 2 ** 32, at + 20);
  index.writeUInt32BE(user, at + 28);
  index.writeUInt32BE(group, at + 32);
  index.writeUInt32BE(size % 2 ** 32, at + 36);
};

/** Seconds, and nanoseconds, which git compares only if it was built so: then it reports most files. */
const writeTime = (index: Buffer, at: number, time: number): void => {
  index.writeUInt32BE(Math.floor(time / 1000) >>> 0, at);
  index.writeUInt32BE(Math.floor((((time % 1000) + 1000) % 1000) * 1e6), at + 4);
};

const modeOf = (mode: number): number => ((mode & 0o170000) === LINK ? LINK : (mode & 0o100) === 0 ? REGULAR : EXECUTABLE);
