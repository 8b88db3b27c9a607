import type { Stats } from "node:fs";
import { mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { GitFolder, TrackedState } from "./git-folder.ts";
import { innermost } from "./innermost.ts";
import { type CleanVersion, cleanVersion, type Scan, type ScannedPart } from "./scan.ts";
import type { PartIndexes } from "./scan-parts.ts";
import { type Walk, walkFolder } from "./walk-folder.ts";

/** Files to check, relative to the folder. Some may not exist, or be folders. */
export interface ListedFiles {
  readonly names: readonly string[];
  /** Number of files of the folder that were listed, without ignored ones. */
  readonly count: number;
  readonly isIgnored?: boolean;
  /** Returns the version of a file, by its place in `names`, if it need not be read. */
  readonly versionAt?: (at: number, stats: Stats) => CleanVersion | undefined;
}

/** The rest of a listing. */
export interface ListedFolder {
  readonly part: ScannedPart;
  /** Files that were not listed: `gone`, or `unchanged` if the earlier scan has them in its base. */
  readonly others: "gone" | "unchanged";
  /** Folders that may be repositories. */
  readonly nested: readonly string[];
  /** Folders whose files git ignores, or that are heavy. With a slash at the end. */
  readonly ignored: readonly string[];
  /** True: later scans should have another base. */
  readonly needsBase?: boolean;
}

export type FolderListing = AsyncGenerator<ListedFiles, ListedFolder>;

/** Lists all files of a folder in a repository. @throws {WorktreeError} */
export const listTracked = async function* (repository: GitFolder, unlisted: readonly string[], isFirst: boolean): FolderListing {
  const untracked = repository.untracked(unlisted);
  // It is awaited below, unless another call of git fails first.
  untracked.catch(() => {});
  const tracked = await repository.tracked();
  const { index, files, submodules } = tracked;
  const isClean = isFirst ? await tracked.clean() : () => false;
  yield {
    names: files.map(({ path }) => path),
    count: files.length,
    versionAt(at, stats) {
      const file = files[at];
      return file !== undefined && isClean(file) ? cleanVersion(file, stats, repository) : undefined;
    },
  };
  const others = await untracked;
  yield { names: others.files, count: others.files.length };
  yield ignoredFiles(outsideFolders(others.ignored));
  return { part: index, others: "gone", nested: [...submodules, ...others.nested], ignored: others.ignored.filter(isFolder) };
};

export interface ListChangedOptions {
  readonly repository: GitFolder;
  /** The part, in the folder of the scan. */
  readonly prefix: string;
  /** State of the repository's own index at the earlier scan. */
  readonly tracked: TrackedState;
  readonly earlier: Scan;
  readonly indexes: PartIndexes;
  readonly unlisted: readonly string[];
}

/** Number of files that differ from the base of a scan, after which later scans have another one. */
export const MANY = 2000;

/** Lists the files of a folder that differ from the base of an earlier scan, as git finds them. @throws {WorktreeError} */
export const listChanged = async function* ({
  repository,
  prefix,
  tracked,
  earlier,
  indexes,
  unlisted,
}: ListChangedOptions): FolderListing {
  const { base } = earlier.files;
  const index = indexes.get(earlier, prefix, repository.prefix, tracked.format);
  const state = await repository.indexState();
  const names = state === tracked.state ? [] : repository.trackedNames();
  const [{ unlike, others }, trackedNames] = await Promise.all([compare(repository, index.bytes, unlisted), names]);
  const changed = new Set([...unlike, ...others.files]);
  // Files that are tracked now although git ignores them, and submodules.
  const isAdded = (name: string): boolean => {
    const file = base.files.get(prefix + name);
    return !changed.has(name) && (file === undefined || file.isIgnored);
  };
  const added = new Set(trackedNames.filter(isAdded));
  // Git does not report a file whose path leads in a circle of links, or to a folder that cannot be searched.
  const replaced = [...others.files, ...others.ignored].filter((name) => index.folders.has(name)).map((name) => `${prefix}${name}/`);
  const behind = replaced.length === 0 ? [] : [...base.files.keys()].filter((path) => replaced.some((folder) => path.startsWith(folder)));
  yield { names: [...changed, ...added, ...behind.map((path) => path.slice(prefix.length))], count: index.count + others.files.length };
  // Ignored files are not in the index, so those that no longer exist are not reported.
  yield ignoredFiles(
    [...new Set([...outsideFolders(others.ignored), ...index.ignored])].filter((name) => !changed.has(name) && !added.has(name)),
  );
  return {
    part: { ...tracked, state },
    others: "unchanged",
    nested: others.nested,
    ignored: others.ignored.filter(isFolder),
    needsBase: changed.size > MANY || added.size > 0,
  };
};

const compare = async (repository: GitFolder, index: Uint8Array, unlisted: readonly string[]) => {
  await using file = await temporaryFile(index);
  const [unlike, others] = await Promise.all([repository.unlike(file.path), repository.untracked(unlisted, file.path)]);
  return { unlike, others };
};

/** Lists all files of a folder that is in no repository, or that git could not list. */
export const listPlain = async function* (folder: string, walk: Walk): FolderListing {
  const { files, nested, ignored } = await walkFolder(folder, walk);
  yield { names: files, count: files.length };
  return { part: undefined, others: "gone", nested, ignored };
};

const isFolder = (name: string): boolean => name.endsWith("/");

/** Git lists a folder that has only ignored files, and these files as well. */
const outsideFolders = (names: readonly string[]): readonly string[] => {
  const folders = new Set(names.filter(isFolder));
  return names.filter((name) => !isFolder(name) && innermost(name, folders) === undefined);
};

const ignoredFiles = (names: readonly string[]): ListedFiles => ({
  names,
  count: 0,
  isIgnored: true,
});

const temporaryFile = async (bytes: Uint8Array): Promise<AsyncDisposable & { readonly path: string }> => {
  const folder = await mkdtemp(join(tmpdir(), "cox-index-"));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const path = join(folder, "index");
  try {
    await writeFile(path, bytes);
    // Git compares the content of files, with their filters, that are as new as the index.
    await utimes(path, 0, 0);
  } catch (error) {
    await remove();
    throw error;
  }
  return { path, [Symbol.asyncDispose]: remove };
};
