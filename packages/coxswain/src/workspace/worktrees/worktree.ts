/** Creates separate working trees of repositories for agents. */
export interface Worktrees {
  /**
   * Creates a working tree of a folder's repository, on a new branch at its last commit. Uncommitted changes are not in
   * it.
   * @throws {WorktreeError}
   */
  make(folder: string, label: string, signal?: AbortSignal): Promise<Worktree>;
}

export interface Worktree {
  /** Absolute path of its top folder, with links resolved. */
  readonly path: string;
  /** The folder inside the working tree that corresponds to the original folder. */
  readonly folder: string;
  readonly branch: string;
  /**
   * Removes the working tree and its branch if nothing was changed or committed, ignoring files that git ignores.
   * Otherwise, or if git refuses, everything stays.
   */
  end(): Promise<WorktreeEnd>;
}

/** `changes`: summary, such as `2 files changed, 1 commit`. */
export type WorktreeEnd = { readonly kind: "removed" } | { readonly kind: "kept"; readonly changes: string };
