import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { below, isEmptyFolder, isThere, kindAt, mayAppear, realPlace } from "./real-place.ts";

/** The repository that a folder lies in, as far as a sandbox has to know it. */
export interface GitPlaces {
  /** Its own folders, in which a commit writes. They need not lie in the folder. */
  readonly writable: readonly string[];
  /** What makes git run a program, or read what makes it. Some need not be there. */
  readonly readOnly: readonly string[];
  /** Where a repository would begin, if there is none in this folder yet and one could be made. */
  readonly missing?: string;
}

/** What in a repository makes git run programs. A commit writes none of it. */
const RUNS_CODE = ["hooks", "config", "config.worktree", "commondir", "info/attributes"];

export const gitPlaces = (folder: string): GitPlaces => {
  const own = join(folder, ".git");
  const missing = (isThere(own) ? isEmptyFolder(own) : mayAppear(own)) ? { missing: own } : {};
  const found = nearestGit(folder);
  if (found === undefined) return { writable: [], readOnly: [], ...missing };
  const real = realPlace(found);
  if (real !== undefined && kindAt(found) === "folder") {
    const { writable, readOnly } = repository(real);
    // A link could lead to any other repository, and a folder of that name be none.
    return { writable: real === found && isThere(join(real, "HEAD")) ? writable : [], readOnly, ...missing };
  }
  const linked = linkedFolder(found);
  if (linked === undefined) return { writable: [], readOnly: [found], ...missing };
  const { writable, readOnly } = repository(linked.common);
  return { writable: [...writable, linked.git], readOnly: [found, ...readOnly, ...running(linked.git)], ...missing };
};

/** Of a repository's own folder. */
export const repository = (common: string): GitPlaces => ({
  writable: [common],
  readOnly: [
    ...running(common),
    ...below(join(common, "worktrees")).flatMap((path) => ["commondir", "gitdir", "config.worktree"].map((name) => join(path, name))),
    ...below(join(common, "modules")).flatMap(running),
  ],
});

const running = (git: string): readonly string[] => RUNS_CODE.map((name) => join(git, name));

/**
 * Where the `.git` file of a working tree says that its own folder is, and the repository's. Only where these say so too: anybody may have
 * written the file, and what it names is made writable.
 */
const linkedFolder = (file: string): { readonly git: string; readonly common: string } | undefined => {
  const git = namedIn(file, /^gitdir: (.*)/);
  if (git === undefined || !isThere(join(git, "HEAD"))) return undefined;
  const common = namedIn(join(git, "commondir"), /(.*)/);
  if (common !== undefined) {
    return namedIn(join(git, "gitdir"), /(.*)/) === file && common === dirname(dirname(git)) && isThere(join(common, "objects"))
      ? { git, common }
      : undefined;
  }
  const tree = namedIn(join(git, "config"), /^\s*worktree = (.*)/m);
  return tree === dirname(file) && isThere(join(git, "objects")) ? { git, common: git } : undefined;
};

/** A folder, or the file by which a working tree says where its own is. */
const nearestGit = (folder: string): string | undefined => {
  const git = join(folder, ".git");
  if (kindAt(git) !== undefined && !isEmptyFolder(git)) return git;
  return dirname(folder) === folder ? undefined : nearestGit(dirname(folder));
};

/** The path that a file holds, links resolved. */
const namedIn = (file: string, pattern: RegExp): string | undefined => {
  try {
    const named = pattern.exec(readFileSync(file, "utf8"))?.[1];
    return named === undefined ? undefined : realPlace(resolve(dirname(file), named.trim()));
  } catch {
    return undefined;
  }
};
