import { pathLocks } from "../path-locks.ts";
import { ownGit } from "./git.ts";
import type { Worktrees } from "./worktree.ts";

export interface GitWorktreesOptions {
  /** The folder that they lie in: not within a repository. It is made when it is needed. */
  readonly folder: string;
  /** Says where git is, and where the person's settings for it are. Default: the process's. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Working trees by git, which runs no program that a repository supplies. */
export const gitWorktrees = ({ folder, env = process.env }: GitWorktreesOptions): Worktrees => {
  const git = ownGit(env);
  const locks = pathLocks();
  return {
    async make(from, label, signal) {
      // Loaded with the first one: few sessions make any.
      const { makeWorktree } = await import("./make-worktree.ts");
      return makeWorktree({ folder, git, locks }, { from, label, signal });
    },
  };
};
