import { readFile, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { GitReader } from "../git/index.ts";
import { findRepository, indexEntries, type IndexEntry, type Repository } from "../project/index.ts";
import { isConverting } from "./conversions.ts";
import { listedEntries } from "./listed-entries.ts";

/** Names of objects of a repository. */
export type ObjectFormat = "sha1" | "sha256";

/** A git index at one moment. */
export interface TrackedState {
  /** Differs if the index was written since. */
  readonly state: string;
  readonly format: ObjectFormat;
}

/** A file in git's index. `path`: relative to the folder. */
export type TrackedFile = Pick<IndexEntry, "path" | "object" | "stat">;

export interface TrackedFiles {
  readonly index: TrackedState;
  /** Some may no longer exist. */
  readonly files: readonly TrackedFile[];
  readonly submodules: readonly string[];
  /** Determines the files whose bytes are those of their object, if their times and sizes are still those of the index. */
  clean(): Promise<(file: TrackedFile) => boolean>;
}

/** Files that are not in git's index, relative to the folder. */
export interface UntrackedFiles {
  /** Files that git does not ignore. */
  readonly files: readonly string[];
  /** Repositories in the folder. */
  readonly nested: readonly string[];
  /** Files and folders that git ignores, or that are unlisted. A folder ends with a slash. */
  readonly ignored: readonly string[];
}

/** A folder of a git repository: the top of its working tree, or a folder below. Git never writes anything there. */
export class GitFolder {
  readonly #git: GitReader;
  readonly #folder: string;
  readonly #repository: Repository;
  /** Path of the folder in the repository, with a slash at its end; or empty. */
  readonly prefix: string;

  constructor(git: GitReader, folder: string, repository: Repository) {
    this.#git = git;
    this.#folder = folder;
    this.#repository = repository;
    const below = relative(repository.root, folder).split(sep).join("/");
    this.prefix = below === "" ? "" : `${below}/`;
  }

  /** Undefined: the folder is in no repository, in a bare one, or cannot be searched. */
  static find(git: GitReader, folder: string): GitFolder | undefined {
    try {
      const repository = findRepository(folder);
      return repository === undefined || repository.root === repository.gitFolder ? undefined : new GitFolder(git, folder, repository);
    } catch {
      return undefined;
    }
  }

  /** The top of the working tree, absolute. */
  get top(): string {
    return this.#repository.root;
  }

  /**
   * Lists files that are not in the index.
   * @param unlisted names of folders whose untracked files are skipped
   * @param index path of an index instead of that of the repository
   * @throws {WorktreeError}
   */
  async untracked(unlisted: readonly string[], index?: string): Promise<UntrackedFiles> {
    const list = async (...args: readonly string[]): Promise<readonly string[]> => {
      const excluded = unlisted.map((name) => `--exclude=${name}/`);
      const words = [...PRIVATE_INDEX, "ls-files", "-z", "--others", "--exclude-standard", ...excluded, ...args];
      return split(await this.#git(this.#folder, words, index === undefined ? {} : { index }));
    };
    const [names, ignored] = await Promise.all([list(), list("--ignored", "--directory")]);
    return {
      files: names.filter((name) => !name.endsWith("/")),
      nested: names.filter((name) => name.endsWith("/")).map((name) => name.slice(0, -1)),
      ignored,
    };
  }

  /** Returns the names in the index. @throws {WorktreeError} */
  async trackedNames(): Promise<readonly string[]> {
    return split(await this.#git(this.#folder, ["ls-files", "-z", "--cached"]));
  }

  /** Returns the files of an index, which has nothing else, that differ from it in times, size, mode or kind. @throws {WorktreeError} */
  async unlike(index: string): Promise<readonly string[]> {
    // Compares no content, so that no filter runs. The names are relative to the top.
    const words = [...PRIVATE_INDEX, "diff-files", "-z", "--name-only", "--no-ext-diff", "--no-renames", "--ignore-submodules=all"];
    const names = split(await this.#git(this.#folder, words, { index }));
    return names.map((name) => name.slice(this.prefix.length));
  }

  /** Returns a string that differs if the index was written since. */
  async indexState(): Promise<string> {
    const stats = await stat(this.#indexPath()).catch(() => undefined);
    return stats === undefined ? "" : [stats.mtimeMs, stats.ctimeMs, stats.size, stats.ino].join(" ");
  }

  /** Returns the files in the index. @throws {WorktreeError} */
  async tracked(): Promise<TrackedFiles> {
    const state = await this.indexState();
    const { entries, writtenAt, format } = await this.#index();
    const { prefix } = this;
    const below =
      prefix === ""
        ? entries
        : entries
            .filter(({ path }) => path.startsWith(prefix))
            .map((entry) => ({
              path: entry.path.slice(prefix.length),
              isSubmodule: entry.isSubmodule,
              object: entry.object,
              stat: entry.stat,
            }));
    const files = below.filter(({ isSubmodule }) => !isSubmodule);
    return {
      index: { state, format },
      files,
      submodules: below.filter(({ isSubmodule }) => isSubmodule).map(({ path }) => path),
      clean: () => this.#clean(files, entries, writtenAt).catch(() => () => false),
    };
  }

  /** Returns the bytes of objects by their names; without those that git does not have, or that are damaged. @throws {WorktreeError} */
  async contents(objects: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    if (objects.length === 0) return new Map();
    const words = ["--no-replace-objects", "cat-file", "--batch"];
    const contents = parseBatch(await this.#git(this.#folder, words, { input: lines(objects) }));
    return new Map([...contents].filter(([name, bytes]) => isIntact(name, bytes)));
  }

  #indexPath(): string {
    return join(this.#repository.gitFolder, "index");
  }

  async #format(): Promise<ObjectFormat> {
    const format = (await this.#git(this.#folder, ["rev-parse", "--show-object-format"])).toString().trim();
    return format === "sha256" ? "sha256" : "sha1";
  }

  async #index(): Promise<ReadIndex> {
    const stats = await stat(this.#indexPath()).catch(() => undefined);
    if (stats === undefined) return { entries: [], writtenAt: 0, format: await this.#format() };
    const [format, bytes] = await Promise.all([this.#format(), readFile(this.#indexPath())]);
    const entries = indexEntries(bytes, format === "sha256" ? 32 : 20);
    // Another process may have replaced it meanwhile: the earlier time trusts fewer files.
    const read = { writtenAt: stats.mtimeMs, format };
    if (entries !== undefined && !entries.some(({ path }) => path.endsWith("/"))) return { entries, ...read };
    // It is split into two files, or has folders instead of files.
    const words = ["ls-files", "-z", "--cached", "--stage", "--debug"];
    return { entries: listedEntries(await this.#git(this.#repository.root, words)), ...read };
  }

  async #clean(files: readonly TrackedFile[], entries: readonly IndexEntry[], writtenAt: number): Promise<(file: TrackedFile) => boolean> {
    // A file that changed in the moment in which the index was written may have other bytes.
    const isSettled = ({ stat: { modifiedAt, changedAt } }: TrackedFile): boolean => Math.max(modifiedAt, changedAt) < writtenAt;
    if (!(await this.#converts(entries))) return isSettled;
    const unconverted = await this.#unconverted(files.filter(isSettled));
    return (file) => unconverted.has(file);
  }

  async #converts(entries: readonly IndexEntry[]): Promise<boolean> {
    const files = entries.map(({ path }) => path).filter((path) => path === ".gitattributes" || path.endsWith("/.gitattributes"));
    return isConverting({ git: this.#git, folder: this.#folder, repository: this.#repository, files });
  }

  /** Returns the files whose bytes git does not convert: a conversion of line ends changes the size, and others have attributes. */
  async #unconverted(files: readonly TrackedFile[]): Promise<ReadonlySet<TrackedFile>> {
    const [sizes, converted] = await Promise.all([this.#sizes(files), this.#converted(files)]);
    return new Set(files.filter(({ path, object, stat: { size } }) => sizes.get(object) === size && !converted.has(path)));
  }

  async #sizes(files: readonly TrackedFile[]): Promise<ReadonlyMap<string, number>> {
    const words = ["cat-file", "--batch-check=%(objectname) %(objectsize)"];
    const listed = await this.#git(this.#folder, words, { input: lines(files.map(({ object }) => object)) });
    const pairs = listed
      .toString("latin1")
      .split("\n")
      .map((line) => line.split(" "));
    return new Map(pairs.map(([name = "", size]) => [name, Number(size)]));
  }

  async #converted(files: readonly TrackedFile[]): Promise<ReadonlySet<string>> {
    const input = files.map(({ path }) => `${path}\0`).join("");
    const fields = split(await this.#git(this.#folder, ["check-attr", "-z", "--stdin", ...SAME_SIZE], { input }));
    const converted = new Set<string>();
    for (let at = 0; at + 2 < fields.length; at += 3) if (!NO_VALUE.has(fields[at + 2] ?? "")) converted.add(fields[at] ?? "");
    return converted;
  }
}

interface ReadIndex {
  readonly entries: readonly IndexEntry[];
  readonly writtenAt: number;
  readonly format: ObjectFormat;
}

/** Settings for a private index: git compares everything that it can, and adds nothing to the index. */
const PRIVATE_INDEX: readonly string[] = [
  "core.trustCtime=true",
  "core.checkStat=default",
  "core.preloadIndex=true",
  "core.splitIndex=false",
  "core.untrackedCache=false",
  "index.sparse=false",
].flatMap((setting) => ["-c", setting]);

/** Attributes of conversions that may leave the size as it was. */
const SAME_SIZE: readonly string[] = ["filter", "ident", "working-tree-encoding"];
const NO_VALUE: ReadonlySet<string> = new Set(["unspecified", "unset", ""]);

const lines = (objects: readonly string[]): string => `${[...new Set(objects)].join("\n")}\n`;

const split = (listed: Buffer): readonly string[] => listed.toString().split("\0").slice(0, -1);

/** Git returns the bytes of an object without a check of its hash. */
const isIntact = (name: string, bytes: Uint8Array): boolean => {
  const hash = process.getBuiltinModule("node:crypto").createHash(name.length === 64 ? "sha256" : "sha1");
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest("hex") === name;
};

/** Parses the output of `cat-file --batch`: a line with name, type and size, the bytes, and a line end; or `NAME missing`. */
const parseBatch = (output: Buffer): ReadonlyMap<string, Uint8Array> => {
  const contents = new Map<string, Uint8Array>();
  for (let at = 0; at < output.length;) {
    const end = output.indexOf(0x0a, at);
    const [name = "", type, size] = output.toString("latin1", at, end).split(" ");
    at = end + 1;
    if (type === "missing" || size === undefined) continue;
    contents.set(name, output.subarray(at, at + Number(size)));
    at += Number(size) + 1;
  }
  return contents;
};
