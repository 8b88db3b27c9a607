import { execFileSync } from "node:child_process";
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { TestContext } from "node:test";
import type { ContentStore } from "../../base/index.ts";
import { temporaryFolder } from "../workspace.fixture.ts";
import { type FileChange, isIgnoredChange, type PathChange } from "./file-version.ts";
import type { FolderScanner } from "./folder-scanner.ts";
import { folderScanners, type FolderScannersOptions } from "./folder-scanners.ts";
import { removeRestoredFolder, restoreFile } from "./restore-file.ts";

const AUTHOR = { GIT_AUTHOR_NAME: "A", GIT_AUTHOR_EMAIL: "a@b", GIT_COMMITTER_NAME: "A", GIT_COMMITTER_EMAIL: "a@b" };

/** Returns the output of git. */
export const git = (folder: string, ...args: readonly string[]): string =>
  execFileSync("git", ["-c", "init.defaultBranch=main", ...args], {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...AUTHOR },
  });

/** Runs a command of a shell. */
export const sh = (folder: string, command: string): void =>
  void execFileSync("bash", ["-c", command], { cwd: folder, stdio: "ignore", env: { ...process.env, ...AUTHOR } });

/** Writes files, with the folders they need. Contents are Latin-1. */
export const writeAll = (folder: string, files: Readonly<Record<string, string>>): void => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text, "latin1");
  }
};

/** Commits files in a new repository. `init`: options of `git init`. */
export const repositoryWith = (t: TestContext, files: Readonly<Record<string, string>>, ...init: readonly string[]): string => {
  const root = temporaryFolder(t);
  git(root, "init", "-q", ...init);
  writeAll(root, files);
  git(root, "add", "-A");
  git(root, "commit", "-qm", "first", "--allow-empty");
  return root;
};

/** Everything in a folder but the repositories themselves: mode and content, or a link's target, by path. */
export const treeOf = (folder: string, prefix = ""): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder).flatMap((name) => {
      if (name === ".git") return [];
      const path = join(folder, name);
      const stats = lstatSync(path);
      const own = prefix + name;
      if (stats.isDirectory()) return [[`${own}/`, ""], ...Object.entries(treeOf(path, `${own}/`))];
      if (stats.isSymbolicLink()) return [[own, `-> ${readlinkSync(path)}`]];
      return [[own, `${(stats.mode & 0o7777).toString(8)} ${stats.isFile() ? readFileSync(path, "latin1") : "no file"}`]];
    }),
  );

/** As `treeOf`, without the folders. */
export const filesOf = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(treeOf(folder)).filter(([path]) => !path.endsWith("/")));

export const memoryContents = (): ContentStore => {
  const contents = new Map<string, Uint8Array>();
  return {
    async put(bytes) {
      const name = `sha256-${process.getBuiltinModule("node:crypto").createHash("sha256").update(bytes).digest("hex")}`;
      contents.set(name, bytes);
      return name;
    },
    get: (name) => Promise.resolve(contents.get(name)),
  };
};

export interface Undone {
  readonly changes: readonly PathChange[];
  /** Files that could not be restored, with the reason. */
  readonly refused: readonly (readonly [string, string])[];
}

/** Scans a folder before and after an act, and reverts the changes that the scans found. */
export const undo = async (root: string, act: () => void | Promise<void>, options: FolderScannersOptions = {}): Promise<Undone> => {
  const contents = memoryContents();
  const scanner = folderScanners(options)(root, contents);
  if (scanner === undefined) throw new Error(`${root} is not scanned`);
  // The second scan compares with an index, as all later ones do.
  const before = await scanner.scan(await scanner.scan());
  await act();
  const after = await scanner.scan(before);
  const changes = await scanner.differences(before, after);
  const reverted = changes.filter(isReverted);
  const { created = [] } = scanner.folderChanges(
    before,
    reverted.map(({ path }) => path),
  );
  return { changes, refused: await revert({ root, scanner, contents, changes: reverted, created }) };
};

const isReverted = (change: PathChange): change is FileChange => !isIgnoredChange(change);

interface Reverting {
  readonly root: string;
  readonly scanner: FolderScanner;
  readonly contents: ContentStore;
  readonly changes: readonly FileChange[];
  readonly created: readonly string[];
}

/** Reverts changes as a session does. */
const revert = async ({ root, contents, changes, created }: Reverting): Promise<Undone["refused"]> => {
  const refused: (readonly [string, string])[] = [];
  const make = async ({ path, before, after }: FileChange): Promise<void> => {
    const reason = await restoreFile({ root, change: { path, before: after, after: before }, contents, restore: "r" });
    if (reason !== undefined) refused.push([path.slice(root.length + 1), reason]);
  };
  for (const change of changes) if (change.before === undefined) await make(change);
  for (const folder of created.toSorted((one, other) => other.length - one.length)) await removeRestoredFolder(root, folder);
  for (const change of changes) if (change.before !== undefined) await make(change);
  return refused;
};

/** Resolves once a file that is written now has a time in another second than all files before. */
export const nextSecond = async (t: TestContext): Promise<void> => {
  const probe = join(temporaryFolder(t), "probe");
  const second = (): number => {
    writeFileSync(probe, "");
    return Math.floor(lstatSync(probe).mtimeMs / 1000);
  };
  for (const begun = second(); second() === begun;) await new Promise((resolve) => void setImmediate(resolve));
};
