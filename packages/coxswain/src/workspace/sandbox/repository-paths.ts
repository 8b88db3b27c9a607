import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { below, pathExists, kindAt, mayAppear, resolveExisting } from "./existing-paths.ts";
import { isEmptyFolder } from "./placeholder-marks.ts";

/** Paths of a folder's repository that matter to a sandbox. */
export interface GitPaths {
  /** The repository's own folders, in which a commit writes. They may be outside of the folder. */
  readonly writable: readonly string[];
  /** Paths that make git run a program, or include configuration. Some may not exist. */
  readonly readOnly: readonly string[];
  /** Path of a possible new repository, if the folder has none and one could be created. */
  readonly missing?: string;
}

/** Files of a repository that make git run programs. A commit writes none of them. */
const RUNS_CODE = ["hooks", "config", "config.worktree", "commondir", "info/attributes"];

export const gitPaths = (folder: string): GitPaths => {
  const own = join(folder, ".git");
  const missing = (pathExists(own) ? isEmptyFolder(own) : mayAppear(own)) ? { missing: own } : {};
  const found = nearestGit(folder);
  if (found === undefined) return { writable: [], readOnly: [], ...missing };
  const real = resolveExisting(found);
  if (real !== undefined && kindAt(found) === "folder") {
    const { writable, readOnly } = repository(real);
    // A link could lead to any other repository, and a folder of that name need not be one.
    return { writable: real === found && pathExists(join(real, "HEAD")) ? writable : [], readOnly, ...missing };
  }
  const linked = linkedFolder(found);
  if (linked === undefined) return { writable: [], readOnly: [found], ...missing };
  const { writable, readOnly } = repository(linked.common);
  return { writable: [...writable, linked.git], readOnly: [found, ...readOnly, ...running(linked.git)], ...missing };
};

/** Returns the paths of a repository's own folder. */
export const repository = (common: string): GitPaths => ({
  writable: [common],
  readOnly: [
    ...running(common),
    ...below(join(common, "worktrees")).flatMap((path) => ["commondir", "gitdir", "config.worktree"].map((name) => join(path, name))),
    ...below(join(common, "modules")).flatMap(running),
  ],
});

const running = (git: string): readonly string[] => RUNS_CODE.map((name) => join(git, name));

/**
 * Follows the `.git` file of a working tree to its own folder and the repository's. Both must point back, since any
 * process may have written the file, and the folders that it names become writable.
 */
const linkedFolder = (file: string): { readonly git: string; readonly common: string } | undefined => {
  const git = namedIn(file, /^gitdir: (.*)/);
  if (git === undefined || !pathExists(join(git, "HEAD"))) return undefined;
  const common = namedIn(join(git, "commondir"), /(.*)/);
  if (common !== undefined) {
    return namedIn(join(git, "gitdir"), /(.*)/) === file && common === dirname(dirname(git)) && pathExists(join(common, "objects"))
      ? { git, common }
      : undefined;
  }
  const tree = namedIn(join(git, "config"), /^\s*worktree = (.*)/m);
  return tree === dirname(file) && pathExists(join(git, "objects")) ? { git, common: git } : undefined;
};

/** A folder, or the file with which a working tree names its own. */
const nearestGit = (folder: string): string | undefined => {
  const git = join(folder, ".git");
  if (kindAt(git) !== undefined && !isEmptyFolder(git)) return git;
  return dirname(folder) === folder ? undefined : nearestGit(dirname(folder));
};

/** Returns the resolved path that a file contains. */
const namedIn = (file: string, pattern: RegExp): string | undefined => {
  try {
    const named = pattern.exec(readFileSync(file, "utf8"))?.[1];
    return named === undefined ? undefined : resolveExisting(resolve(dirname(file), named.trim()));
  } catch {
    return undefined;
  }
};
