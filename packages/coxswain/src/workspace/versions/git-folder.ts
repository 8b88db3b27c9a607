import { readFile, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { GitReader } from "../git/index.ts";
import { findRepository, indexEntries, type IndexEntry, type Repository } from "../project/index.ts";
import { isConverting } from "./conversions.ts";

/** The files of a folder. */
export interface ListedFiles {
  /** Tracked files, whether they exist or not, and others that are not ignored. Relative to the folder. Submodules are among them. */
  readonly files: readonly string[];
  /** Untracked repositories in the folder. */
  readonly nested: readonly string[];
  /** Files and folders that are not in `files`, because git ignores them or they are unlisted. A folder ends with a slash. */
  readonly ignored: readonly string[];
}

/** A file whose bytes are those of an object: it has not changed since git wrote or read it. */
export interface CleanFile {
  /** Relative to the folder. */
  readonly path: string;
  readonly object: string;
  readonly stat: IndexEntry["stat"];
}

/** A folder of a git repository: the top of its working tree, or a folder below. Git never writes anything there. */
export class GitFolder {
  readonly #git: GitReader;
  readonly #folder: string;
  readonly #repository: Repository;
  /** Path of the folder in the repository, with a slash at its end; or empty. */
  readonly #prefix: string;

  constructor(git: GitReader, folder: string, repository: Repository) {
    this.#git = git;
    this.#folder = folder;
    this.#repository = repository;
    const below = relative(repository.root, folder).split(sep).join("/");
    this.#prefix = below === "" ? "" : `${below}/`;
  }

  /** Undefined: the folder is in no repository, or in a bare one. */
  static find(git: GitReader, folder: string): GitFolder | undefined {
    const repository = findRepository(folder);
    return repository === undefined || repository.root === repository.gitFolder ? undefined : new GitFolder(git, folder, repository);
  }

  /** The top of the working tree, absolute. */
  get top(): string {
    return this.#repository.root;
  }

  /**
   * Lists files.
   * @param unlisted names of folders whose untracked files are skipped
   * @throws {WorktreeError}
   */
  async list(unlisted: readonly string[]): Promise<ListedFiles> {
    const excluded = unlisted.map((name) => `--exclude=${name}/`);
    const [listed, ignored] = await Promise.all([
      this.#git(this.#folder, ["ls-files", "-z", "--cached", "--others", "--exclude-standard", ...excluded]),
      this.#git(this.#folder, ["ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory", ...excluded]),
    ]);
    const names = split(listed);
    return {
      files: names.filter((name) => !name.endsWith("/")),
      nested: names.filter((name) => name.endsWith("/")).map((name) => name.slice(0, -1)),
      ignored: split(ignored),
    };
  }

  /**
   * Returns the tracked files whose bytes git has in an object, according to their times and sizes. Files that git converts
   * (line ends, encodings, filters) are omitted, unless their size shows that nothing was converted.
   * @throws {WorktreeError}
   */
  async clean(): Promise<readonly CleanFile[]> {
    const { entries, writtenAt } = await this.#index();
    // A file that changed in the moment in which the index was written may have other bytes.
    const settled = entries.filter((entry) => !entry.isSubmodule && Math.max(entry.stat.modifiedAt, entry.stat.changedAt) < writtenAt);
    const clean = settled
      .filter(({ path }) => path.startsWith(this.#prefix))
      .map((entry) => ({ path: entry.path.slice(this.#prefix.length), object: entry.object, stat: entry.stat }));
    return (await this.#converts(entries)) ? this.#unconverted(clean) : clean;
  }

  /** Returns the bytes of objects by their names; without those that git does not have. @throws {WorktreeError} */
  async contents(objects: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    if (objects.length === 0) return new Map();
    return parseBatch(await this.#git(this.#folder, ["cat-file", "--batch"], lines(objects)));
  }

  async #index(): Promise<{ readonly entries: readonly IndexEntry[]; readonly writtenAt: number }> {
    const path = join(this.#repository.gitFolder, "index");
    const stats = await stat(path).catch(() => undefined);
    if (stats === undefined) return NO_INDEX;
    const format = await this.#git(this.#folder, ["rev-parse", "--show-object-format"]);
    const entries = indexEntries(await readFile(path), format.toString().trim() === "sha256" ? 32 : 20);
    // Another process may have replaced it meanwhile: the earlier time omits more files.
    return entries === undefined ? NO_INDEX : { entries, writtenAt: stats.mtimeMs };
  }

  async #converts(entries: readonly IndexEntry[]): Promise<boolean> {
    const files = entries.map(({ path }) => path).filter((path) => path === ".gitattributes" || path.endsWith("/.gitattributes"));
    return isConverting({ git: this.#git, folder: this.#folder, repository: this.#repository, files });
  }

  /** Every conversion but a filter changes the size. */
  async #unconverted(clean: readonly CleanFile[]): Promise<readonly CleanFile[]> {
    const [sizes, filtered] = await Promise.all([this.#sizes(clean), this.#filtered(clean)]);
    return clean.filter(({ path, object, stat: { size } }) => sizes.get(object) === size && !filtered.has(path));
  }

  async #sizes(clean: readonly CleanFile[]): Promise<ReadonlyMap<string, number>> {
    const listed = await this.#git(
      this.#folder,
      ["cat-file", "--batch-check=%(objectname) %(objectsize)"],
      lines(clean.map(({ object }) => object)),
    );
    const pairs = listed
      .toString("latin1")
      .split("\n")
      .map((line) => line.split(" "));
    return new Map(pairs.map(([name = "", size]) => [name, Number(size)]));
  }

  async #filtered(clean: readonly CleanFile[]): Promise<ReadonlySet<string>> {
    const input = clean.map(({ path }) => `${path}\0`).join("");
    const fields = split(await this.#git(this.#folder, ["check-attr", "-z", "--stdin", "filter"], input));
    const filtered = new Set<string>();
    for (let at = 0; at + 2 < fields.length; at += 3) if (!NO_FILTER.has(fields[at + 2] ?? "")) filtered.add(fields[at] ?? "");
    return filtered;
  }
}

const NO_INDEX = { entries: [], writtenAt: 0 };

const NO_FILTER: ReadonlySet<string> = new Set(["unspecified", "unset", ""]);

const lines = (objects: readonly string[]): string => `${[...new Set(objects)].join("\n")}\n`;

const split = (listed: Buffer): readonly string[] => listed.toString().split("\0").slice(0, -1);

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
