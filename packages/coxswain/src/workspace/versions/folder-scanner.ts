import { lstatSync, type Stats } from "node:fs";
import { homedir } from "node:os";
import { parse } from "node:path";
import type { ContentStore } from "../../base/index.ts";
import { type GitReader, GitTimeoutError } from "../git/index.ts";
import { WorktreeError } from "../errors.ts";
import { isBelow } from "../is-below.ts";
import { withContents } from "./clean-contents.ts";
import { FileTable } from "./file-table.ts";
import type { FileVersion, LinkVersion, PathChange, RegularVersion } from "./file-version.ts";
import { type EarlierFiles, type FolderChanges, folderChanges } from "./folder-changes.ts";
import { type FolderListing, listChanged, type ListedFiles, type ListedFolder, listPlain, listTracked, MANY } from "./folder-listing.ts";
import { GitFolder } from "./git-folder.ts";
import { HEAVY, type IgnoredFolders, refreshedFolders, scanIgnored } from "./ignored-folders.ts";
import { type KeepContent, PERMISSIONS, readVersion } from "./read-version.ts";
import { fileStats, isAsScanned, type Scan, type ScannedFile, type ScannedPart } from "./scan.ts";
import { scanDifferences } from "./scan-differences.ts";
import { PartIndexes, partOf } from "./scan-parts.ts";
import { StoredBytes } from "./stored-bytes.ts";

/** Limits of a scan, and of the content that is stored. */
export interface ScanLimits {
  /** Bytes of one file. Default: 5,000,000. */
  readonly fileBytes: number;
  /** Files of one scan. Default: 20,000. */
  readonly files: number;
  /** Bytes of all files that are stored for one session. Default: 1 GiB. */
  readonly bytes: number;
  /** Files and folders in folders that git ignores: larger ones are compared as a whole, by as many of their entries. Default: 1,000. */
  readonly ignoredEntries: number;
  /** Bytes of changed files that git ignores, of which one scan computes hashes. Default: 100,000,000. */
  readonly ignoredBytes: number;
  /** Files of the folder: one with more is not scanned. Default: 200,000. */
  readonly folderFiles: number;
  /** Milliseconds of a command of git that lists files: a folder where it takes longer is not scanned. Default: 60,000. */
  readonly gitTime: number;
}

/** Defaults. */
export const LIMITS: ScanLimits = {
  fileBytes: 5_000_000,
  files: 20_000,
  bytes: 1024 * 1024 * 1024,
  ignoredEntries: 1000,
  ignoredBytes: 100_000_000,
  folderFiles: 200_000,
  gitTime: 60_000,
};

export interface FolderScannerOptions {
  /** The folder, absolute, with links resolved. */
  readonly root: string;
  readonly contents: ContentStore;
  readonly git: GitReader;
  /** Returns true for files (absolute paths) with secrets, whose content is not stored. */
  readonly isSecret: (path: string) => boolean;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly limits?: Partial<ScanLimits>;
}

/** Number of files to check before other work may run: about 5 ms. */
const SLICE = 2000;
/** Files that are read at the same time. */
const AT_ONCE = 16;

/**
 * Finds the files of a folder that change. A scan compares times and sizes with those of an earlier one, and reads what has changed.
 * In a git repository, files that git ignores are known by name and hash only. Large ignored folders, and those of installed packages and
 * caches, are compared as a whole.
 */
export class FolderScanner {
  readonly #options: FolderScannerOptions;
  readonly #limits: ScanLimits;
  readonly #indexes = new PartIndexes();
  readonly #stored: StoredBytes;
  #isTooLarge = false;

  constructor(options: FolderScannerOptions) {
    this.#options = options;
    this.#limits = { ...LIMITS, ...options.limits };
    this.#stored = new StoredBytes(this.#limits.bytes);
  }

  /** The reason why a folder is not scanned: a clause. Undefined: it is. */
  static refusal(root: string): string | undefined {
    if (parse(root).root === root) return "it is the root of the file system";
    return isBelow(root, homedir()) ? "it is the home folder, or contains it" : undefined;
  }

  /** True once a scan has found more files than the limit, or that git needs too long: later ones would find it again. */
  get isTooLarge(): boolean {
    return this.#isTooLarge;
  }

  /** Milliseconds since the epoch, by the clock that its scans use. */
  now(): number {
    return this.#options.now();
  }

  /**
   * Returns the files of the folder now. Reads those that have changed since an earlier scan.
   * @throws {Error} the folder has too many files, or git needs too long
   */
  async scan(earlier?: Scan): Promise<Scan> {
    const found = this.#nothing(earlier);
    await this.#addFolder("", found);
    await this.#addIgnored(found);
    await this.#readAll(found);
    const { at, changes, parts, ignored } = found;
    if (earlier === undefined) return { at, files: new FileTable({ at, files: present(changes) }), ignored, parts };
    const isGone = (prefix: string): boolean => found.complete.has(prefix) || !parts.has(prefix);
    if ([...earlier.parts.keys()].some(isGone)) {
      for (const path of earlier.files.base.files.keys())
        if (!changes.has(path) && isGone(partOf(path, earlier.parts))) changes.set(path, undefined);
    }
    const files = new FileTable(earlier.files.base, changes);
    // A base belongs to one set of parts.
    const isOther = parts.size !== earlier.parts.size || [...parts.keys()].some((prefix) => !earlier.parts.has(prefix));
    const needsBase = isOther || found.needsBase || changes.size > MANY;
    return { at, files: needsBase ? files.rebased(at) : files, ignored, parts };
  }

  /** Returns a scan with these paths (absolute) as they are now. */
  async refreshed(scan: Scan, paths: readonly string[]): Promise<Scan> {
    const found = this.#nothing(scan);
    const names = paths.filter((path) => isBelow(this.#options.root, path)).map((path) => path.slice(this.#options.root.length + 1));
    await this.#addFiles("", { names, count: 0 }, found);
    await this.#readAll(found);
    return { ...scan, files: scan.files.with(found.changes), ignored: refreshedFolders(scan.ignored, names, this.#absolute) };
  }

  /** Returns what these paths (absolute) have now. */
  async versions(paths: readonly string[]): Promise<readonly (FileVersion | undefined)[]> {
    const { root } = this.#options;
    const nothing = { at: 0, files: new FileTable<ScannedFile>({ at: 0, files: new Map() }), ignored: new Map(), parts: new Map() };
    const { files } = await this.refreshed(nothing, paths);
    return this.#withContents(paths.map((path) => files.get(path.slice(root.length + 1))));
  }

  /** Returns what changed from one scan to the next. Reads the earlier content of files that had not changed before. */
  async differences(before: Scan, after: Scan): Promise<readonly PathChange[]> {
    const changes = await scanDifferences({
      before,
      after,
      refreshed: (paths) => this.refreshed(after, paths.map(this.#absolute)),
      storable: this.#unlessSecret,
      stored: this.#withContents,
      isFolder: (path) => this.#isFolder(path.slice(0, -1), new Map([["", true]])),
    });
    return changes.map(({ path, ...versions }) => ({ path: this.#absolute(path), ...versions }));
  }

  /** A tracked file may have secrets as well: the bytes that git has are not stored. */
  readonly #unlessSecret = (path: string, file: ScannedFile | undefined): ScannedFile | undefined => {
    if (file?.version.kind !== "clean" || !this.#options.isSecret(this.#absolute(path))) return file;
    const { mode, size } = file.stats;
    return { ...file, version: { kind: "file", mode: mode & PERMISSIONS, size, omitted: "secret" } };
  };

  /** Returns the folders of these paths, all absolute, that were created since a scan, and those that no longer exist. */
  folderChanges(since: EarlierFiles, paths: readonly string[]): FolderChanges {
    return folderChanges(this.#options.root, since, paths);
  }

  readonly #withContents = (files: readonly (ScannedFile | undefined)[]): Promise<readonly (FileVersion | undefined)[]> => {
    return withContents(files, { contents: this.#options.contents, reserve: this.#reserve, counted: this.#stored });
  };

  readonly #absolute = (path: string): string => `${this.#options.root}/${path}`;

  #nothing(earlier: Scan | undefined): Found {
    return {
      earlier,
      at: this.#options.now(),
      changes: new Map(),
      unread: new Map(),
      folders: new Map([["", true]]),
      unlisted: [],
      ignored: new Map(),
      parts: new Map(),
      complete: new Set(),
      count: 0,
      needsBase: false,
    };
  }

  async #addFolder(folder: string, found: Found): Promise<void> {
    const prefix = folder === "" ? "" : `${folder}/`;
    const { part, others, nested, ignored, needsBase } = await this.#addListed(folder, prefix, found);
    found.parts.set(prefix, part);
    if (others === "gone") found.complete.add(prefix);
    for (const name of ignored) found.unlisted.push(prefix + name);
    found.needsBase ||= needsBase === true;
    // Git does not list repositories that it ignores now.
    const earlier = [...(found.earlier?.parts.keys() ?? [])].filter((path) => path !== prefix && path.startsWith(prefix));
    const paths = [...nested.map((name) => prefix + name), ...earlier.map((path) => path.slice(0, -1))];
    for (const path of paths) {
      // A folder where git has a file, or a submodule that is not checked out, is not a repository.
      const absolute = this.#absolute(path);
      const isRepository = this.#isFolder(path, found.folders) && GitFolder.find(this.#options.git, absolute)?.top === absolute;
      if (isRepository && !found.parts.has(`${path}/`)) await this.#addFolder(path, found);
    }
  }

  async #addIgnored(found: Found): Promise<void> {
    const { earlier, changes, parts, unlisted } = found;
    const isSkipped = (path: string): boolean => parts.has(path);
    const { folders, files } = scanIgnored({
      absolute: this.#absolute,
      folders: unlisted,
      earlier: earlier?.ignored,
      isSkipped,
      most: this.#limits.ignoredEntries,
    });
    found.ignored = folders;
    await this.#addFiles("", { names: files.filter((path) => !changes.has(path)), count: 0, isIgnored: true }, found);
  }

  /** Lists and checks a folder, in the first way that succeeds. */
  async #addListed(folder: string, prefix: string, found: Found): Promise<ListedFolder> {
    const { git, root } = this.#options;
    const { earlier } = found;
    const absolute = folder === "" ? root : this.#absolute(folder);
    const repository = GitFolder.find(git, absolute);
    const state = earlier?.parts.get(prefix);
    const changed =
      repository &&
      earlier &&
      state &&
      listChanged({ repository, prefix, tracked: state, earlier, indexes: this.#indexes, unlisted: HEAVY });
    const tracked = repository && listTracked(repository, HEAVY, earlier === undefined);
    for (const listing of [changed, tracked]) {
      try {
        if (listing !== undefined) return await this.#addAll(prefix, listing, found);
      } catch (error) {
        if (!(error instanceof WorktreeError)) throw error;
        if (error instanceof GitTimeoutError) this.#refuse(`git took more than ${this.#limits.gitTime / 1000} s to list its files`);
      }
    }
    // Folders that git ignored stay unlisted if it fails now.
    const ignored = [...(earlier?.ignored.keys() ?? [])].filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
    const walk = { unlisted: HEAVY, skipped: new Set(ignored), most: this.#limits.folderFiles - found.count };
    return this.#addAll(prefix, listPlain(absolute, walk), found);
  }

  async #addAll(prefix: string, listing: FolderListing, found: Found): Promise<ListedFolder> {
    const folders: string[] = [];
    for (let { count } = found; ;) {
      const next = await listing.next();
      if (next.done === true) {
        found.count = count;
        return { ...next.value, nested: [...next.value.nested, ...folders] };
      }
      count += next.value.count;
      if (count > this.#limits.folderFiles) this.#refuse(`it has more than ${this.#limits.folderFiles.toLocaleString("en-US")} files`);
      for (const name of await this.#addFiles(prefix, next.value, found)) folders.push(name);
    }
  }

  #refuse(reason: string): never {
    this.#isTooLarge = true;
    throw new Error(`${reason}.`);
  }

  /** Adds files, and returns the names that are folders. */
  async #addFiles(prefix: string, { names, isIgnored = false, versionAt }: ListedFiles, found: Found): Promise<readonly string[]> {
    const { earlier, at, changes, unread } = found;
    const folders: string[] = [];
    for (const [place, name] of names.entries()) {
      if (place > 0 && place % SLICE === 0) await new Promise((resolve) => void setImmediate(resolve));
      const path = prefix + name;
      const stats = this.#stats(path, found.folders);
      if (stats === undefined || !(stats.isFile() || stats.isSymbolicLink())) {
        if (stats?.isDirectory() === true) folders.push(name);
        changes.set(path, undefined);
        continue;
      }
      const last = earlier?.files.get(path);
      const version = versionAt?.(place, stats);
      if (last !== undefined && isAsScanned(last, stats) && (isIgnored || !wasIgnored(last)))
        changes.set(path, isIgnored === last.isIgnored ? last : { ...last, isIgnored });
      else if (version !== undefined) changes.set(path, { stats: fileStats(stats, at), version, isIgnored });
      else {
        changes.set(path, undefined);
        unread.set(path, { path, stats, isIgnored });
      }
    }
    return folders;
  }

  /** Undefined: there is nothing, the path leads through a link, or a folder cannot be searched. */
  #stats(path: string, folders: Map<string, boolean>): Stats | undefined {
    try {
      return this.#isFolder(path.slice(0, Math.max(path.lastIndexOf("/"), 0)), folders)
        ? lstatSync(this.#absolute(path), { throwIfNoEntry: false })
        : undefined;
    } catch {
      return undefined;
    }
  }

  #isFolder(path: string, folders: Map<string, boolean>): boolean {
    const cached = folders.get(path);
    if (cached !== undefined) return cached;
    const isFolder = this.#stats(path, folders)?.isDirectory() === true;
    folders.set(path, isFolder);
    return isFolder;
  }

  async #readAll({ earlier, at, changes, unread }: Found): Promise<void> {
    let left = this.#limits.files;
    let ignoredLeft = this.#limits.ignoredBytes;
    const keep = ({ path, stats: { size }, isIgnored }: Unread): KeepContent => {
      const omitted = isIgnored ? "ignored" : this.#omitted(path, size, left);
      // Before the first command, a file is read only to store its content.
      if (omitted !== undefined && (earlier === undefined || (isIgnored && size > ignoredLeft))) return { kind: "skip", omitted };
      if (isIgnored) ignoredLeft -= size;
      if (omitted !== undefined) return { kind: "hash", omitted };
      left -= 1;
      return { kind: "keep", contents: this.#options.contents };
    };
    const files = [...unread.values()];
    for (let from = 0; from < files.length; from += AT_ONCE) {
      const part = files.slice(from, from + AT_ONCE);
      const versions = await Promise.all(part.map((file) => this.#read(file, keep(file))));
      for (const [place, { path, stats, isIgnored }] of part.entries()) {
        const version = versions[place];
        if (version !== undefined) changes.set(path, { stats: fileStats(stats, at), version, isIgnored });
      }
    }
  }

  async #read({ path, stats }: Unread, keep: KeepContent): Promise<RegularVersion | LinkVersion | undefined> {
    const version = await readVersion(this.#absolute(path), stats, keep);
    if (keep.kind === "keep") this.#stored.settle(stats.size, version?.kind === "file" ? version : undefined);
    return version;
  }

  #omitted(path: string, size: number, left: number): "secret" | "large" | "many" | "budget" | undefined {
    if (this.#options.isSecret(this.#absolute(path))) return "secret";
    return left <= 0 ? "many" : this.#reserve(size);
  }

  /** Reserves bytes for a content. Returns the reason not to store it. */
  readonly #reserve = (bytes: number): "large" | "budget" | undefined => {
    if (bytes > this.#limits.fileBytes) return "large";
    return this.#stored.reserve(bytes) ? undefined : "budget";
  };
}

const wasIgnored = ({ version }: ScannedFile): boolean => version.kind !== "clean" && version.omitted === "ignored";

interface Unread {
  /** Relative to the folder. */
  readonly path: string;
  readonly stats: Stats;
  readonly isIgnored: boolean;
}

/** The results of a scan so far. */
interface Found {
  readonly earlier: Scan | undefined;
  readonly at: number;
  /** By path. Undefined: there is none. */
  readonly changes: Map<string, ScannedFile | undefined>;
  /** Files whose content must be read. */
  readonly unread: Map<string, Unread>;
  /** By path: true for a folder to which no link leads. */
  readonly folders: Map<string, boolean>;
  /** Folders that were not listed. */
  readonly unlisted: string[];
  ignored: IgnoredFolders;
  readonly parts: Map<string, ScannedPart>;
  /** Parts of which all files were listed. */
  readonly complete: Set<string>;
  /** Number of files. */
  count: number;
  needsBase: boolean;
}

/** Returns the same map without files that do not exist. */
const present = <File>(files: Map<string, File | undefined>): Map<string, File> => {
  for (const [path, file] of files) if (file === undefined) files.delete(path);
  return files as Map<string, File>;
};
