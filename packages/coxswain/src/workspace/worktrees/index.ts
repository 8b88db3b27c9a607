export { gitWorktrees, type GitWorktreesOptions } from "./git-worktrees.ts";
export type { Worktree, WorktreeEnd, Worktrees } from "./worktree.ts";
