import { pathLocks } from "../path-locks.ts";
import { ownGit } from "../git/index.ts";
import type { Worktrees } from "./worktree.ts";

export interface GitWorktreesOptions {
  /** Folder for the working trees, which must not be inside a repository. Created when needed. */
  readonly folder: string;
  /** Locates git and the user's git settings. Default: the environment of the process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Creates working trees with git, without running any program that a repository supplies. */
export const gitWorktrees = ({ folder, env = process.env }: GitWorktreesOptions): Worktrees => {
  const git = ownGit(env);
  const locks = pathLocks();
  return {
    async make(from, label, signal) {
      // Loaded on first use: few sessions need it.
      const { makeWorktree } = await import("./make-worktree.ts");
      return makeWorktree({ folder, git, locks }, { from, label, signal });
    },
  };
};
