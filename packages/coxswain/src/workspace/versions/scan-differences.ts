import { type FileVersion, isIgnoredChange, isSameVersion, type PathChange, type PathVersion } from "./file-version.ts";
import type { IgnoredFolder } from "./ignored-folders.ts";
import { innermost } from "./innermost.ts";
import { isUntouched, type Scan, type ScannedFile } from "./scan.ts";

export interface DifferencesOptions {
  readonly before: Scan;
  readonly after: Scan;
  /** Returns the scan `after` with these paths as they are now. */
  readonly refreshed: (paths: readonly string[]) => Promise<Scan>;
  /** Returns a file without a content that must not be stored. */
  readonly storable: (path: string, file: ScannedFile | undefined) => ScannedFile | undefined;
  /** Stores the contents that only git has. */
  readonly stored: (files: readonly (ScannedFile | undefined)[]) => Promise<readonly (FileVersion | undefined)[]>;
  readonly isFolder: (path: string) => boolean;
}

/** Ignored files of one folder that have changed, after which they are one change of the folder. */
export const MANY_IGNORED = 100;

/** Returns what changed from one scan to the next. The paths are those of the scans: a folder ends with a slash. */
export const scanDifferences = async (options: DifferencesOptions): Promise<readonly PathChange[]> => {
  const { before, after, isFolder } = options;
  const files = await fileDifferences(options);
  const arrived = arrivedContents(files);
  const folderOf = (change: PathChange): string =>
    isIgnoredChange(change) && !hasMoved(change, arrived)
      ? (innermost(change.path, after.ignored) ?? innermost(change.path, before.ignored) ?? "")
      : "";
  const counts = new Map<string, number>();
  for (const change of files) counts.set(folderOf(change), (counts.get(folderOf(change)) ?? 0) + 1);
  const isCrowded = (folder: string): boolean => folder !== "" && (counts.get(folder) ?? 0) > MANY_IGNORED;
  const crowded = [...counts.keys()].filter(isCrowded).map((path) => {
    const [was, now] = [before.ignored.has(path) ? FOLDER : undefined, isFolder(path) ? FOLDER : undefined];
    return { path, ...versionsOf(was, now) };
  });
  return [...files.filter((change) => !isCrowded(folderOf(change))), ...crowded, ...folderDifferences(options)];
};

/** Contents of changed files that git does not ignore, and their sizes. */
const arrivedContents = (files: readonly PathChange[]): ReadonlySet<string | number> =>
  new Set(
    files.flatMap((change) =>
      change.after?.kind === "file" && !isIgnoredChange(change) ? [change.after.content ?? "", change.after.size] : [],
    ),
  );

/** Returns whether a deleted file may have been moved: undo must know of it, so that it deletes no content that is nowhere else. */
const hasMoved = ({ before, after }: PathChange, arrived: ReadonlySet<string | number>): boolean =>
  before?.kind === "file" && after === undefined && arrived.has(before.content ?? before.size);

const FOLDER = { kind: "folder" } as const;

const fileDifferences = async ({ before, after, refreshed, storable, stored }: DifferencesOptions): Promise<readonly PathChange[]> => {
  const paths = before.files.differing(after.files).filter((path) => !isWithinWhole(path, before, after));
  // A file may have become ignored, and still be there.
  const { files } = await refreshed(paths.filter((path) => !after.files.has(path)));
  const unnoticed = unnoticedSince(before, storable);
  const pairs = paths.map((path) => ({
    path,
    was: storable(path, before.files.get(path) ?? unnoticed(files.get(path))),
    now: storable(path, files.get(path)),
  }));
  const changed = pairs.filter(({ was, now }) => was === undefined || now === undefined || !isUnreadAndUntouched(was, now));
  const earlier = await stored(changed.map(({ was }) => was));
  const later = await stored(changed.map(({ now }) => now));
  return changed
    .map(({ path }, at) => ({ path, ...versionsOf(earlier[at], later[at]) }))
    .filter((change: PathChange) => !isSameVersion(change.before, change.after));
};

/** Ignored files in a folder that is whole in one of the scans are a part of its change. */
const isWithinWhole = (path: string, before: Scan, after: Scan): boolean =>
  (before.files.get(path)?.isIgnored === true || after.files.get(path)?.isIgnored === true) &&
  [before, after].some(({ ignored }) => ignored.get(innermost(path, ignored) ?? "")?.kind === "whole");

/** Compares the folders that are whole in one of the scans. */
const folderDifferences = ({ before, after, isFolder }: DifferencesOptions): readonly PathChange[] =>
  [...new Set([...before.ignored.keys(), ...after.ignored.keys()])].flatMap((path) => {
    const [was, now] = [before.ignored.get(path), after.ignored.get(path)];
    if (was === now || (was?.kind !== "whole" && now?.kind !== "whole")) return [];
    // Git lists its files now, or it is in a larger folder.
    if (now === undefined) return isFolder(path) ? [] : [{ path, ...versionsOf(wholeVersion(was), undefined) }];
    // It was there before, in a larger folder or as one that git did not ignore.
    if (was === undefined && now.kind === "whole" && now.changedAt < before.at) return [];
    return [{ path, ...versionsOf(wholeVersion(was), wholeVersion(now)) }];
  });

const wholeVersion = (folder: IgnoredFolder | undefined): PathVersion | undefined =>
  folder === undefined ? undefined : folder.kind === "whole" ? { kind: "folder", digest: folder.digest } : FOLDER;

/**
 * Returns a function for files that are new since a scan. Its result is the version before of those that existed then, without their
 * content: they were moved here, such as from outside, or their folder was not listed, or their content was not stored at their earlier
 * path. Undefined: the file did not exist, or was listed at another path, where it can be restored.
 */
const unnoticedSince = (
  before: Scan,
  storable: DifferencesOptions["storable"],
): ((now: ScannedFile | undefined) => ScannedFile | undefined) => {
  let paths: ReadonlyMap<number, string> | undefined;
  return (now) => {
    // Files that git ignores are never deleted.
    if (now === undefined || now.isIgnored || now.version.kind !== "file") return undefined;
    const { changedAt, createdAt, inode } = now.stats;
    // A move changes the one time, but not the other.
    if ((createdAt > 0 ? Math.min(createdAt, changedAt) : changedAt) >= before.at) return undefined;
    paths ??= pathsByInode(before);
    const earlier = paths.get(inode);
    const version = earlier === undefined ? undefined : storable(earlier, before.files.get(earlier))?.version;
    if (version !== undefined && (version.kind === "clean" || version.omitted === undefined)) return undefined;
    const { mode, size } = now.version;
    return { stats: now.stats, isIgnored: false, version: { kind: "file", mode, size, omitted: "unlisted" } };
  };
};

/** If there are several links to one file, it is the path whose content is stored. */
const pathsByInode = ({ files }: Scan): ReadonlyMap<number, string> => {
  const paths = new Map<number, string>();
  for (const [path, { stats, version }] of files.entries())
    if (!paths.has(stats.inode) || version.kind === "clean" || version.omitted === undefined) paths.set(stats.inode, path);
  return paths;
};

/** Content that was never read can only be compared by its times and size. */
const isUnreadAndUntouched = (was: ScannedFile, now: ScannedFile): boolean =>
  was.version.kind === "file" && was.version.content === undefined && was.version.omitted !== "unlisted" && isUntouched(was, now);

const versionsOf = (before: PathVersion | undefined, after: PathVersion | undefined): Omit<PathChange, "path"> => ({
  ...(before === undefined ? {} : { before }),
  ...(after === undefined ? {} : { after }),
});
