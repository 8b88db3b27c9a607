import { lstatSync, type Stats, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, parse } from "node:path";
import type { ContentStore } from "../../base/index.ts";
import type { GitReader } from "../git/index.ts";
import { isBelow } from "../is-below.ts";
import { type FileChange, type FileVersion, isSameVersion } from "./file-version.ts";
import { GitFolder } from "./git-folder.ts";
import { type KeepContent, readVersion } from "./read-version.ts";
import {
  cleanVersion,
  type CleanVersion,
  fileStats,
  isAsScanned,
  isUntouched,
  type Scan,
  unnoticedSince,
  type ScannedFile,
} from "./scan.ts";
import { walkFolder } from "./walk-folder.ts";

/** Limits of the content that is stored. */
export interface ScanLimits {
  /** Bytes of one file. Default: 5,000,000. */
  readonly fileBytes: number;
  /** Files of one scan. Default: 20,000. */
  readonly files: number;
  /** Bytes of all files that are stored for one session. Default: 1 GiB. */
  readonly bytes: number;
  /** Files of the folder: one with more is not scanned. Default: 200,000. */
  readonly folderFiles: number;
}

/** Defaults. */
export const LIMITS: ScanLimits = { fileBytes: 5_000_000, files: 20_000, bytes: 1024 * 1024 * 1024, folderFiles: 200_000 };

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

/** Folders with untracked files that programs create in large numbers, and create again. */
const HEAVY: readonly string[] =
  "node_modules bower_components .venv venv __pycache__ .tox .nox .mypy_cache .pytest_cache .ruff_cache .gradle .next .nuxt .svelte-kit .turbo .parcel-cache .pnpm-store .terraform".split(
    " ",
  );

/** Number of files to check before other work may run: about 5 ms. */
const SLICE = 2000;
/** Files that are read at the same time. */
const AT_ONCE = 16;

/**
 * Finds the files of a folder that change. A scan compares times and sizes with those of an earlier one, and reads what has changed.
 * In a git repository, files that git ignores are known by name and hash only, and ignored folders not at all; elsewhere, folders of
 * installed packages and caches are skipped.
 */
export class FolderScanner {
  readonly #options: FolderScannerOptions;
  readonly #limits: ScanLimits;
  #isTooLarge = false;
  /** Bytes that were stored. */
  #stored = 0;

  constructor(options: FolderScannerOptions) {
    this.#options = options;
    this.#limits = { ...LIMITS, ...options.limits };
  }

  /** The reason why a folder is not scanned: a clause. Undefined: it is. */
  static refusal(root: string): string | undefined {
    if (parse(root).root === root) return "it is the root of the file system";
    return isBelow(root, homedir()) ? "it is the home folder, or contains it" : undefined;
  }

  /** True once a scan has found more files than the limit: later ones would find them again. */
  get isTooLarge(): boolean {
    return this.#isTooLarge;
  }

  /** Milliseconds since the epoch, by the clock that its scans use. */
  now(): number {
    return this.#options.now();
  }

  /**
   * Returns the files of the folder now. Reads those that have changed since an earlier scan.
   * @throws {Error} the folder has too many files
   */
  async scan(earlier?: Scan): Promise<Scan> {
    const found: Found = { earlier, files: new Map(), unread: [], unlisted: [] };
    const at = this.#options.now();
    await this.#addFolder("", found);
    await this.#readAll(found);
    return { at, files: found.files, unlisted: found.unlisted };
  }

  /** Returns a scan with these paths (absolute) as they are now. */
  async refreshed(scan: Scan, paths: readonly string[]): Promise<Scan> {
    const files = new Map(scan.files);
    const found: Found = { earlier: scan, files, unread: [], unlisted: [] };
    const names = paths.filter((path) => isBelow(this.#options.root, path)).map((path) => path.slice(this.#options.root.length + 1));
    for (const name of names) files.delete(name);
    await this.#addFiles("", names, found, () => undefined);
    await this.#readAll(found);
    return { ...scan, files };
  }

  /** Returns what these paths (absolute) have now. */
  async versions(paths: readonly string[]): Promise<readonly (FileVersion | undefined)[]> {
    const { root } = this.#options;
    const { files } = await this.refreshed({ at: 0, files: new Map(), unlisted: [] }, paths);
    return this.#resolved(paths.map((path) => files.get(path.slice(root.length + 1))));
  }

  /** Returns what changed from one scan to the next. Reads the earlier content of files that had not changed before. */
  async differences(before: Scan, after: Scan): Promise<readonly FileChange[]> {
    const paths: string[] = [];
    for (const [path, was] of before.files) if (was !== after.files.get(path)) paths.push(path);
    for (const path of after.files.keys()) if (!before.files.has(path)) paths.push(path);
    // A file may have become ignored, and still be there.
    const missing = paths.filter((path) => !after.files.has(path)).map((path) => this.#absolute(path));
    const { files } = await this.refreshed(after, missing);
    const unnoticed = unnoticedSince(before);
    const pairs = paths.map((path) => ({
      path,
      was: before.files.get(path) ?? unnoticed(files.get(path)),
      now: files.get(path),
    }));
    const changed = pairs.filter(({ was, now }) => was === undefined || now === undefined || !isUnreadAndUntouched(was, now));
    const earlier = await this.#resolved(changed.map(({ was }) => was));
    const later = await this.#resolved(changed.map(({ now }) => now));
    return changed
      .map(({ path }, at) => ({ path: this.#absolute(path), ...versionsOf(earlier[at], later[at]) }))
      .filter((change) => !isSameVersion(change.before, change.after));
  }

  /** Returns the folders of these paths, all absolute, that were created since a scan, and those that no longer exist. */
  folderChanges({ at: since, files }: Pick<Scan, "at" | "files">, paths: readonly string[]): FolderChanges {
    const { root } = this.#options;
    // A folder that replaces a file is new, even if it was moved there.
    const replacesFile = (folder: string): boolean =>
      folder !== root && (files.has(folder.slice(root.length + 1)) || replacesFile(dirname(folder)));
    const created: string[] = [];
    const removed: string[] = [];
    const seen = new Set([root]);
    for (const path of paths) {
      for (let folder = dirname(path); isBelow(root, folder) && !seen.has(folder); folder = dirname(folder)) {
        seen.add(folder);
        const stats = statSync(folder, { throwIfNoEntry: false });
        if (stats === undefined) removed.push(folder);
        else if (stats.birthtimeMs >= since || replacesFile(folder)) created.push(folder);
      }
    }
    return { ...(created.length > 0 ? { created } : {}), ...(removed.length > 0 ? { removed } : {}) };
  }

  #absolute(path: string): string {
    return `${this.#options.root}/${path}`;
  }

  async #addFolder(folder: string, found: Found): Promise<void> {
    const { git, root } = this.#options;
    const absolute = folder === "" ? root : this.#absolute(folder);
    const prefix = folder === "" ? "" : `${folder}/`;
    const repository = GitFolder.find(git, absolute);
    const [listed, clean] = await Promise.all([
      repository?.list(HEAVY).catch(() => undefined),
      found.earlier === undefined ? repository?.clean().catch(() => []) : [],
    ]);
    const left = this.#limits.folderFiles - found.files.size - found.unread.length;
    const { files, nested, ignored } = listed ?? (await walkFolder(absolute, HEAVY, left));
    if (files.length > left) {
      this.#isTooLarge = true;
      throw new Error(`it has more than ${this.#limits.folderFiles.toLocaleString("en-US")} files.`);
    }
    const objects = new Map((clean ?? []).map((file) => [file.path, file]));
    const folders = await this.#addFiles(
      prefix,
      files,
      found,
      (name, stats) => repository && cleanVersion(objects.get(name), stats, repository),
    );
    const isFolder = (name: string): boolean => name.endsWith("/");
    found.unlisted.push(...ignored.filter(isFolder).map((name) => prefix + name));
    await this.#addFiles(
      prefix,
      ignored.filter((name) => !isFolder(name)),
      found,
      () => "ignored",
    );
    for (const path of [...nested, ...folders].map((name) => prefix + name)) {
      // A folder where git has a file, or a submodule that is not checked out, is not a repository.
      if (GitFolder.find(git, this.#absolute(path))?.top === this.#absolute(path)) await this.#addFolder(path, found);
    }
  }

  /**
   * Adds files, and returns the names that are folders.
   * @param versionOf returns the version of a file that need not be read, or `ignored`
   */
  async #addFiles(prefix: string, names: readonly string[], found: Found, versionOf: GivenVersion): Promise<readonly string[]> {
    const { earlier, files, unread } = found;
    const folders: string[] = [];
    for (let from = 0; from < names.length; from += SLICE) {
      for (const name of names.slice(from, from + SLICE)) {
        const path = prefix + name;
        const stats = lstatSync(this.#absolute(path), { throwIfNoEntry: false });
        if (stats?.isDirectory() === true) folders.push(name);
        if (stats === undefined || !(stats.isFile() || stats.isSymbolicLink())) continue;
        const last = earlier?.files.get(path);
        const version = versionOf(name, stats);
        if (last !== undefined && isAsScanned(last, stats)) files.set(path, last);
        else if (typeof version === "object") files.set(path, { stats: fileStats(stats, this.#options.now()), version });
        else unread.push({ path, stats, isIgnored: version === "ignored" });
      }
      if (names.length > SLICE) await new Promise((resolve) => void setImmediate(resolve));
    }
    return folders;
  }

  async #readAll({ earlier, files, unread }: Found): Promise<void> {
    let left = this.#limits.files;
    const keep = ({ path, stats: { size }, isIgnored }: Unread): KeepContent => {
      const omitted = isIgnored ? "ignored" : this.#omitted(path, size, left);
      // Before the first command, a file is read only to store its content.
      if (omitted !== undefined) return { kind: earlier === undefined ? "skip" : "hash", omitted };
      left -= 1;
      this.#stored += size;
      return { kind: "keep", contents: this.#options.contents };
    };
    for (let from = 0; from < unread.length; from += AT_ONCE) {
      const part = unread.slice(from, from + AT_ONCE);
      const versions = await Promise.all(part.map((file) => readVersion(this.#absolute(file.path), file.stats, keep(file))));
      for (const [at, { path, stats }] of part.entries()) {
        const version = versions[at];
        if (version !== undefined) files.set(path, { stats: fileStats(stats, this.#options.now()), version });
      }
    }
  }

  #omitted(path: string, size: number, left: number): "secret" | "large" | "many" | "budget" | undefined {
    if (this.#options.isSecret(this.#absolute(path))) return "secret";
    if (size > this.#limits.fileBytes) return "large";
    if (left <= 0) return "many";
    return this.#stored + size > this.#limits.bytes ? "budget" : undefined;
  }

  /** Returns versions with content. */
  async #resolved(files: readonly (ScannedFile | undefined)[]): Promise<readonly (FileVersion | undefined)[]> {
    const objects = new Map<GitFolder, Set<string>>();
    for (const file of files) {
      if (file?.version.kind !== "clean") continue;
      const { folder, object } = file.version;
      objects.set(folder, (objects.get(folder) ?? new Set()).add(object));
    }
    const names = new Map<string, string>();
    for (const [folder, needed] of objects) {
      const contents = await folder.contents([...needed]).catch(() => NO_CONTENTS);
      for (const [object, bytes] of contents) names.set(nameOf(object, bytes.length), await this.#options.contents.put(bytes));
    }
    return files.map((file) => {
      if (file?.version.kind !== "clean") return file?.version;
      // Attributes may have been different when git wrote the file, and their conversion changed its size.
      return withContent(file.version, names.get(nameOf(file.version.object, file.version.size)));
    });
  }
}

/** Absolute paths. Absent: none. */
export interface FolderChanges {
  readonly created?: readonly string[];
  readonly removed?: readonly string[];
}

interface Unread {
  readonly path: string;
  readonly stats: Stats;
  readonly isIgnored: boolean;
}

/** The results of a scan so far. */
interface Found {
  readonly earlier: Scan | undefined;
  readonly files: Map<string, ScannedFile>;
  readonly unread: Unread[];
  readonly unlisted: string[];
}

type GivenVersion = (name: string, stats: Stats) => CleanVersion | "ignored" | undefined;

const nameOf = (object: string, size: number): string => `${object} ${size}`;

const NO_CONTENTS: ReadonlyMap<string, Uint8Array> = new Map();

const withContent = ({ mode, size }: CleanVersion, content: string | undefined): FileVersion => ({
  kind: "file",
  mode,
  size,
  ...(content === undefined ? { omitted: "lost" as const } : { content }),
});

const versionsOf = (before: FileVersion | undefined, after: FileVersion | undefined): Omit<FileChange, "path"> => ({
  ...(before === undefined ? {} : { before }),
  ...(after === undefined ? {} : { after }),
});

/** Content that was never read can only be compared by its times and size. */
const isUnreadAndUntouched = (was: ScannedFile, now: ScannedFile): boolean =>
  was.version.kind === "file" && was.version.content === undefined && was.version.omitted !== "unlisted" && isUntouched(was, now);
