import { chmodSync, existsSync, mkdirSync, realpathSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { WorktreeError } from "../errors.ts";
import type { PathLocks } from "../path-locks.ts";
import type { Git } from "../git/index.ts";
import type { Worktree, WorktreeEnd } from "./worktree.ts";

export interface WorktreeParts {
  /** Folder for the working trees. */
  readonly folder: string;
  readonly git: Git;
  readonly locks: PathLocks;
}

export interface WorktreeRequest {
  readonly from: string;
  readonly label: string;
  readonly signal: AbortSignal | undefined;
}

/** See `Worktrees`. @throws {WorktreeError} */
export const makeWorktree = async ({ folder, git, locks }: WorktreeParts, { from, label, signal }: WorktreeRequest): Promise<Worktree> => {
  const { top, prefix, base } = await repositoryOf(git, from, signal);
  const name = `${slug(label)}-${randomSuffix()}`;
  const branch = `cox/${name}`;
  const path = join(privateFolder(folder), `${slug(basename(top))}-${name}`);
  const add = ["worktree", "add", "--quiet", "-b", branch, path, base];
  // Not aborted in the middle, since git would leave an incomplete working tree.
  await locks.exclusively(top, () => git(top, add).catch((error: unknown) => withoutBranch({ git, top, branch, base }, error)));
  const made: Made = { git, top, path: realpathSync.native(path), branch, base };
  const end = (): Promise<WorktreeEnd> => locks.exclusively(top, () => endOf(made));
  if (signal?.aborted === true) {
    await end();
    throw new WorktreeError("The operation was aborted");
  }
  const folderInTree = resolve(made.path, prefix);
  if (existsSync(folderInTree)) return { path: made.path, folder: folderInTree, branch, end };
  await end();
  throw new WorktreeError(`${from} is not in the last commit, so a worktree cannot contain it.`);
};

interface Made extends Pick<Worktree, "path" | "branch"> {
  readonly git: Git;
  readonly top: string;
  /** The commit that it starts from. */
  readonly base: string;
}

/** Git creates the branch first. If creating the tree fails, the branch is deleted. */
const withoutBranch = async ({ git, top, branch, base }: Omit<Made, "path">, error: unknown): Promise<never> => {
  await git(top, ["update-ref", "-d", `refs/heads/${branch}`, base]).catch(() => undefined); // it may not exist
  throw error;
};

const repositoryOf = async (git: Git, folder: string, signal: AbortSignal | undefined) => {
  const output = await git(folder, ["rev-parse", "--show-toplevel"], signal).catch((error: unknown) => {
    if (error instanceof WorktreeError && error.message.includes("not a git repository")) {
      throw new WorktreeError(`${folder} is not in a git repository, so it cannot have a worktree.`);
    }
    throw error;
  });
  const top = output.replace(/\r?\n$/, ""); // a folder's name may contain line breaks
  const prefix = relative(top, realpathSync.native(folder));
  const base = await git(folder, ["rev-parse", "--verify", "--quiet", "HEAD^{commit}"], signal).catch(() => {
    throw new WorktreeError(`The repository of ${folder} has no commit yet, so it cannot have a worktree.`);
  });
  return { top, prefix, base: base.trim() };
};

const endOf = async ({ git, top, path, branch, base }: Made): Promise<WorktreeEnd> => {
  const ref = `refs/heads/${branch}`;
  try {
    const changes = await changesIn({ git, path, ref, base });
    if (changes !== "") return { kind: "kept", changes };
    // Without --force git checks for changes once more.
    await git(top, ["worktree", "remove", path]);
    await git(top, ["update-ref", "-d", ref, base]);
    return { kind: "removed" };
  } catch (error) {
    if (!(error instanceof WorktreeError)) throw error;
    return { kind: "kept", changes: error.message };
  }
};

const changesIn = async ({ git, path, ref, base }: Pick<Made, "git" | "path" | "base"> & { readonly ref: string }): Promise<string> => {
  // Submodules are not inspected, since they have other settings. Git refuses to remove a working tree that has one.
  const status = await git(path, ["status", "--porcelain", "-z", "--no-renames", "--ignore-submodules=dirty"]);
  const files = status.split("\0").filter((line) => line !== "").length;
  const commits = Number(await git(path, ["rev-list", "--count", "HEAD", ref, "--not", base]));
  const isAtBase = (await git(path, ["rev-parse", "HEAD", ref])).trim() === `${base}\n${base}`;
  const found = [counted(files, "file", " changed"), counted(commits, "commit", "")].filter((text) => text !== "");
  return found.length === 0 && !isAtBase ? "it is at another commit" : found.join(", ");
};

const counted = (count: number, noun: string, what: string): string =>
  count === 0 ? "" : `${count} ${noun}${count === 1 ? "" : "s"}${what}`;

/** Must be unique, not secret. `node:crypto` would slow down the start. */
const randomSuffix = (): string =>
  Math.floor(Math.random() * 16 ** 8)
    .toString(16)
    .padStart(8, "0");

/** Letters and digits of a string, for a path and a branch. */
const slug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 32)
    .replaceAll(/^-|-$/g, "") || "task";

const privateFolder = (folder: string): string => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  return folder;
};
