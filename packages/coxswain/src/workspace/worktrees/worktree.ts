/** Makes copies of repositories that agents work in, each apart from the others. */
export interface Worktrees {
  /**
   * A working tree of the repository that a folder lies in, on a new branch at its last commit. What is not committed is not in it.
   * @throws {WorktreeError}
   */
  make(folder: string, label: string, signal?: AbortSignal): Promise<Worktree>;
}

export interface Worktree {
  /** Its top, absolute, links resolved. */
  readonly path: string;
  /** The place in it of the folder that it was made of. */
  readonly folder: string;
  readonly branch: string;
  /**
   * Removes it with its branch, where nothing in it was changed or committed; what git ignores does not count. Else, and where git
   * refuses to, all of it stays.
   */
  end(): Promise<WorktreeEnd>;
}

/** `changes`: what was found, as `2 files changed, 1 commit`. */
export type WorktreeEnd = { readonly kind: "removed" } | { readonly kind: "kept"; readonly changes: string };
